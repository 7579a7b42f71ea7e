declare void @fill(ptr)

define void @broken(i64 %n) {
  %v = alloca double, i64 %n
  call void @fill(ptr %v)
  ret void
}

define void @sound() {
  %v = alloca double, i64 8
  call void @fill(ptr %v)
  ret void
}
