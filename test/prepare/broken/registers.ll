declare void @fill(ptr)

define double @broken(double %x) {
  %v = alloca double
  store double %x, ptr %v
  %y = load double, ptr %v
  ret double %y
}

define double @sound() {
  %v = alloca double
  call void @fill(ptr %v)
  %y = load double, ptr %v
  ret double %y
}
