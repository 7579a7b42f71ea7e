; Activities of unmarked arguments, by mode.
;
; RUN: enzcc-opt --dump=request %s 2>&1 | FileCheck %s
; CHECK-LABEL: request reverse f width 1 return out
; CHECK:         param 0: out
; CHECK-NEXT:      primal double 1.0
; CHECK-NEXT:    param 1: dup
; CHECK-NEXT:      primal %x = alloca
; CHECK-NEXT:      shadow %dx = alloca
; CHECK-NEXT:    param 2: const
; CHECK-NEXT:      primal i32 7
; CHECK-LABEL: request forward f width 1 return dup
; CHECK:         param 0: dup
; CHECK-NEXT:      primal double 1.0
; CHECK-NEXT:      shadow double 2.0
; CHECK-NEXT:    param 1: dup
; CHECK:         param 2: const

declare double @__enzyme_autodiff(ptr, ...)
declare double @__enzyme_fwddiff(ptr, ...)

define double @f(double %a, ptr %p, i32 %n) {
  %v = load double, ptr %p
  %r = fmul double %v, %a
  ret double %r
}

define double @main() {
  %x = alloca double
  %dx = alloca double
  store double 1.0, ptr %x
  store double 0.0, ptr %dx
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 1.0, ptr %x, ptr %dx, i32 7)
  %t = call double (ptr, ...) @__enzyme_fwddiff(ptr @f, double 1.0, double 2.0, ptr %x, ptr %dx, i32 7)
  %s = fadd double %g, %t
  ret double %s
}
