declare double @sin(double)
declare double @llvm.sin.f64(double)

define double @broken(double %x) {
  %r = call double @sin(double %x)
  ret double %r
}

; remquo has a rule and writes an integer beside its value.
declare double @remquo(double, double, ptr)

define double @sound(double %x, ptr %p) {
  %s = call double @llvm.sin.f64(double %x)
  %r = call double @remquo(double %s, double 2.0, ptr %p)
  ret double %r
}
