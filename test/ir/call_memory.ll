; A callee that updates memory twice; its caller overwrites an input in between.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

declare void @__enzyme_autodiff_v(ptr, ...)
declare void @expect(double, double)

define internal void @scale(ptr %p, ptr %q) noinline {
  %a = load double, ptr %p
  %b = load double, ptr %q
  %c = fmul double %a, %b
  store double %c, ptr %p
  ret void
}

define void @f(ptr %x) {
  %y = getelementptr double, ptr %x, i64 1
  call void @scale(ptr %x, ptr %y)
  call void @scale(ptr %y, ptr %x)
  call void @scale(ptr %x, ptr %y)
  ret void
}

define i32 @main() {
  %x = alloca [2 x double]
  %dx = alloca [2 x double]
  store [2 x double] [double 2.0, double 3.0], ptr %x
  store [2 x double] [double 1.0, double 0.0], ptr %dx
  call void (ptr, ...) @__enzyme_autodiff_v(ptr @f, ptr %x, ptr %dx)
  %v = load double, ptr %x
  call void @expect(double %v, double 108.0)
  %g = load double, ptr %dx
  call void @expect(double %g, double 108.0)
  %p = getelementptr double, ptr %dx, i64 1
  %h = load double, ptr %p
  call void @expect(double %h, double 108.0)
  ret i32 0
}
