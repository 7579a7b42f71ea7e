; Two functions that call each other and change memory: even squares, odd doubles.
; From even with n = 2: (2 x^2)^2 = 4 x^4.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

@enzyme_const = external global i32
declare void @__enzyme_autodiff_v(ptr, ...)
declare void @expect(double, double)

define void @even(ptr %p, i32 %n) {
entry:
  %v = load double, ptr %p
  %s = fmul double %v, %v
  store double %s, ptr %p
  %stop = icmp eq i32 %n, 0
  br i1 %stop, label %exit, label %more
more:
  %m = sub i32 %n, 1
  call void @odd(ptr %p, i32 %m)
  br label %exit
exit:
  ret void
}

define void @odd(ptr %p, i32 %n) {
entry:
  %v = load double, ptr %p
  %s = fmul double %v, 2.0
  store double %s, ptr %p
  %stop = icmp eq i32 %n, 0
  br i1 %stop, label %exit, label %more
more:
  %m = sub i32 %n, 1
  call void @even(ptr %p, i32 %m)
  br label %exit
exit:
  ret void
}

define i32 @main() {
  %x = alloca double
  %dx = alloca double
  store double 1.5, ptr %x
  store double 1.0, ptr %dx
  call void (ptr, ...) @__enzyme_autodiff_v(ptr @even, ptr %x, ptr %dx, ptr @enzyme_const, i32 2)
  %v = load double, ptr %x
  call void @expect(double %v, double 20.25)
  %g = load double, ptr %dx
  call void @expect(double %g, double 54.0)
  ret i32 0
}
