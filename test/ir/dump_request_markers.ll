; Markers as loaded values, as addresses, and through a stack slot (-O0 code);
; options between arguments.
;
; RUN: enzcc-opt --dump=request %s 2>&1 | FileCheck %s
; CHECK-LABEL: request reverse f width 1 return out primal_return
; CHECK:         param 0: const
; CHECK:         param 1: out
; CHECK:         param 2: dupnoneed
; CHECK-LABEL: request forward f width 2 return dup
; CHECK:         param 0: dup
; CHECK-NEXT:      primal double 1.0
; CHECK-NEXT:      shadow double 2.0
; CHECK-NEXT:      shadow double 3.0
; CHECK-NEXT:    param 1: const
; CHECK-NEXT:      primal double 4.0
; CHECK-NEXT:    param 2: const

@enzyme_const = external global i32
@enzyme_dup = external global i32
@enzyme_dupnoneed = external global i32
@enzyme_out = external global i32
@enzyme_width = external global i32
@enzyme_primal_return = external global i32
declare { double, double } @__enzyme_autodiff_2(ptr, ...)
declare [2 x double] @__enzyme_fwddiff_2(ptr, ...)

define double @f(double %a, double %b, ptr %p) {
  %v = load double, ptr %p
  %w = fmul double %v, %a
  %r = fmul double %w, %b
  ret double %r
}

define i32 @main() {
  %x = alloca double
  %dx = alloca double
  store double 1.0, ptr %x
  store double 0.0, ptr %dx
  %slot = alloca i32
  %const = load i32, ptr @enzyme_const
  store i32 %const, ptr %slot
  %marker = load i32, ptr %slot
  %pr = load i32, ptr @enzyme_primal_return
  %g = call { double, double } (ptr, ...) @__enzyme_autodiff_2(ptr @f, i32 %marker, double 1.0, ptr @enzyme_out, double 2.0, i32 %pr, ptr @enzyme_dupnoneed, ptr %x, ptr %dx)
  %width = load i32, ptr @enzyme_width
  %t = call [2 x double] (ptr, ...) @__enzyme_fwddiff_2(ptr @f, i32 %width, i32 2, ptr @enzyme_dup, double 1.0, double 2.0, double 3.0, i32 %marker, double 4.0, ptr @enzyme_const, ptr %x)
  ret i32 0
}
