%pair = type { double, double }

define double @broken(ptr byval(%pair) %p) {
  %x = load double, ptr %p
  ret double %x
}

define double @sound(ptr %p) {
  %x = load double, ptr %p
  ret double %x
}
