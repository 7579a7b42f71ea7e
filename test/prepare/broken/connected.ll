define internal double @callee(double %x) {
  %r = fmul double %x, %x
  ret double %r
}

define internal double @enz.prepared.callee(double %x) {
  %r = fmul double %x, %x
  ret double %r
}

define double @broken(double %x) {
  %r = call double @callee(double %x)
  ret double %r
}

define double @sound(double %x) {
  %r = call double @enz.prepared.callee(double %x)
  ret double %r
}
