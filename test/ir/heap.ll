; A block allocated, used and freed inside; the shadow is too.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

declare double @__enzyme_autodiff(ptr, ...)
declare double @__enzyme_fwddiff(ptr, ...)
declare void @expect(double, double)

declare ptr @malloc(i64)
declare void @free(ptr)

define double @f(double %x) {
  %p = call ptr @malloc(i64 16)
  %q = getelementptr double, ptr %p, i64 1
  store double %x, ptr %p
  store double 5.0, ptr %q
  %a = load double, ptr %p
  %b = load double, ptr %q
  %c = fmul double %a, %b
  store double %c, ptr %p
  %d = load double, ptr %p
  %e = fmul double %d, %a
  call void @free(ptr %p)
  ret double %e
}

define i32 @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 2.0)
  call void @expect(double %g, double 20.0)
  %t = call double (ptr, ...) @__enzyme_fwddiff(ptr @f, double 2.0, double 1.0)
  call void @expect(double %t, double 20.0)
  ret i32 0
}
