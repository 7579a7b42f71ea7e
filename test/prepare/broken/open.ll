declare double @callee(double)

define internal double @broken(double %x) {
  %r = musttail call double @callee(double %x)
  ret double %r
}

define internal double @sound(double %x) {
  %r = tail call double @callee(double %x)
  ret double %r
}
