@table = global [2 x ptr] [ptr @square, ptr @half]

define double @square(double %x) {
  %r = fmul double %x, %x
  ret double %r
}

define double @half(double %x) {
  %r = fmul double %x, 0.5
  ret double %r
}

define double @broken(ptr %f, double %x) {
  %r = call double %f(double %x)
  ret double %r
}

; No function of this type has its address taken.
define float @sound(ptr %f, float %x) {
  %r = call float %f(float %x)
  ret float %r
}
