; Selects of values and of pointers.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

@enzyme_const = external global i32
declare double @__enzyme_autodiff(ptr, ...)
declare void @__enzyme_autodiff_v(ptr, ...)
declare void @expect(double, double)

define double @value(double %x, double %y, i1 %c) {
  %s = select i1 %c, double %x, double %y
  %p = fmul double %s, %s
  %t = select i1 %c, double 5.0, double %x
  %r = fadd double %p, %t
  ret double %r
}

define void @pointer(ptr %a, ptr %b, i1 %c) {
  %p = select i1 %c, ptr %a, ptr %b
  %v = load double, ptr %p
  %w = fmul double %v, %v
  store double %w, ptr %p
  ret void
}

define i32 @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @value, double 2.0, double 3.0, ptr @enzyme_const, i1 false)
  call void @expect(double %g, double 1.0)
  %a = alloca double
  %da = alloca double
  %b = alloca double
  %db = alloca double
  store double 4.0, ptr %a
  store double 1.0, ptr %da
  store double 5.0, ptr %b
  store double 1.0, ptr %db
  call void (ptr, ...) @__enzyme_autodiff_v(ptr @pointer, ptr %a, ptr %da, ptr %b, ptr %db, ptr @enzyme_const, i1 false)
  %ga = load double, ptr %da
  %gb = load double, ptr %db
  call void @expect(double %ga, double 1.0)
  call void @expect(double %gb, double 10.0)
  ret i32 0
}
