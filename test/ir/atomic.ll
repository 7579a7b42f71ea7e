; Atomic addition to active memory.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

declare void @__enzyme_autodiff_v(ptr, ...)
declare void @expect(double, double)

define void @f(ptr %x, ptr %sum) {
  %v = load double, ptr %x
  %q = fmul double %v, %v
  %old = atomicrmw fadd ptr %sum, double %q seq_cst
  ret void
}

define i32 @main() {
  %x = alloca double
  %dx = alloca double
  %s = alloca double
  %ds = alloca double
  store double 3.0, ptr %x
  store double 0.0, ptr %dx
  store double 1.0, ptr %s
  store double 2.0, ptr %ds
  call void (ptr, ...) @__enzyme_autodiff_v(ptr @f, ptr %x, ptr %dx, ptr %s, ptr %ds)
  %v = load double, ptr %s
  call void @expect(double %v, double 10.0)
  %g = load double, ptr %dx
  call void @expect(double %g, double 12.0)
  ret i32 0
}
