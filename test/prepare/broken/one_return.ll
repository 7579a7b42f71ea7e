define double @broken(i1 %c, double %x) {
  br i1 %c, label %a, label %b
a:
  ret double %x
b:
  ret double 0.0
}

define double @sound(i1 %c, double %x) {
  %r = select i1 %c, double %x, double 0.0
  ret double %r
}
