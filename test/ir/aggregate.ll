; First-class aggregates: insertvalue, extractvalue, load and store of a struct, a callee that returns one.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

declare double @__enzyme_autodiff(ptr, ...)
declare double @__enzyme_fwddiff(ptr, ...)
declare void @expect(double, double)

%pair = type { double, i32, [2 x double] }

define internal %pair @make(double %x) noinline {
  %a = insertvalue %pair poison, double %x, 0
  %b = insertvalue %pair %a, i32 7, 1
  %y = fmul double %x, %x
  %c = insertvalue %pair %b, double %y, 2, 0
  %d = insertvalue %pair %c, double 2.0, 2, 1
  ret %pair %d
}

define double @f(double %x) {
  %cell = alloca %pair
  %p = call %pair @make(double %x)
  store %pair %p, ptr %cell
  %q = load %pair, ptr %cell
  %u = extractvalue %pair %q, 0
  %v = extractvalue %pair %q, 2, 0
  %w = extractvalue %pair %q, 2, 1
  %n = extractvalue %pair %q, 1
  %m = sitofp i32 %n to double
  %a = fmul double %u, %v
  %b = fmul double %a, %w
  %c = fadd double %b, %m
  ret double %c
}

define i32 @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 2.0)
  call void @expect(double %g, double 24.0)
  %t = call double (ptr, ...) @__enzyme_fwddiff(ptr @f, double 2.0, double 1.0)
  call void @expect(double %t, double 24.0)
  ret i32 0
}
