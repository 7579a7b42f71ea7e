declare double @sin(double)
declare double @llvm.sin.f64(double)

define double @broken(double %x) {
  %r = call double @sin(double %x)
  ret double %r
}

define double @sound(double %x) {
  %r = call double @llvm.sin.f64(double %x)
  ret double %r
}
