define double @broken(ptr %to, double %x) {
entry:
  indirectbr ptr %to, [label %a, label %b]
a:
  ret double %x
b:
  ret double 0.0
}

define double @sound(i32 %to, double %x) {
entry:
  switch i32 %to, label %a [i32 1, label %b]
a:
  ret double %x
b:
  ret double 0.0
}
