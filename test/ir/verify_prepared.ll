; Guarantees are verified around passes: here an attribute of the program is not so.
; RUN: not enzcc-opt --option=verify -S %s 2>%t.err >/dev/null
; RUN: FileCheck %s < %t.err
; CHECK: internal error in the derivative of enz.prepared.f: after the pass effects, it is not so
; CHECK-SAME: accesses no argument or global that its attributes deny

declare double @__enzyme_autodiff(...)

define void @f(ptr %x) memory(none) {
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr %x
  ret void
}

define double @gradient(ptr %x, ptr %dx) {
  %r = call double (...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %dx)
  ret double %r
}
