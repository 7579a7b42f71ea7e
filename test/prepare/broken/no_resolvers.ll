@chosen = ifunc double (double), ptr @resolver

define ptr @resolver() {
  ret ptr @version
}

define double @version(double %x) {
  ret double %x
}

define double @broken(double %x) {
  %r = call double @chosen(double %x)
  ret double %r
}

define double @sound(double %x) {
  %f = call ptr @resolver()
  %r = call double %f(double %x)
  ret double %r
}
