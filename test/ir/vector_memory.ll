; Vector loads and stores, and a select of vectors.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

declare void @__enzyme_autodiff_v(ptr, ...)
declare void @expect(double, double)

define void @f(ptr %x, ptr %y) {
  %v = load <2 x double>, ptr %x, align 8
  %w = load <2 x double>, ptr %y, align 8
  %c = fcmp ogt <2 x double> %v, %w
  %m = select <2 x i1> %c, <2 x double> %v, <2 x double> %w
  %p = fmul <2 x double> %m, %v
  store <2 x double> %p, ptr %y, align 8
  ret void
}

define i32 @main() {
  %x = alloca [2 x double]
  %dx = alloca [2 x double]
  %y = alloca [2 x double]
  %dy = alloca [2 x double]
  store [2 x double] [double 3.0, double 4.0], ptr %x
  store [2 x double] zeroinitializer, ptr %dx
  store [2 x double] [double 2.0, double 5.0], ptr %y
  store [2 x double] [double 1.0, double 1.0], ptr %dy
  call void (ptr, ...) @__enzyme_autodiff_v(ptr @f, ptr %x, ptr %dx, ptr %y, ptr %dy)
  %a = load double, ptr %dx
  call void @expect(double %a, double 6.0)
  %p = getelementptr double, ptr %dx, i64 1
  %b = load double, ptr %p
  call void @expect(double %b, double 5.0)
  %q = getelementptr double, ptr %dy, i64 1
  %c = load double, ptr %q
  call void @expect(double %c, double 4.0)
  ret i32 0
}
