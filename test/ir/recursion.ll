; A function that calls itself: x * f(x, n - 1), f(x, 0) = sin x at x = 0: the slope of x^n sin x.
; At n = 0 the slope is cos 0 = 1; at x = 1, n = 3 it is 3 sin 1 + cos 1.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

@enzyme_const = external global i32
declare double @__enzyme_autodiff(ptr, ...)
declare double @__enzyme_fwddiff(ptr, ...)
declare void @expect(double, double)

declare double @llvm.sin.f64(double)
declare double @llvm.cos.f64(double)

define double @f(double %x, i32 %n) {
entry:
  %stop = icmp eq i32 %n, 0
  br i1 %stop, label %base, label %step
base:
  %s = call double @llvm.sin.f64(double %x)
  ret double %s
step:
  %m = sub i32 %n, 1
  %r = call double @f(double %x, i32 %m)
  %p = fmul double %r, %x
  ret double %p
}

define i32 @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 0.0, ptr @enzyme_const, i32 0)
  call void @expect(double %g, double 1.0)
  %s = call double @llvm.sin.f64(double 1.0)
  %c = call double @llvm.cos.f64(double 1.0)
  %s3 = fmul double %s, 3.0
  %w = fadd double %s3, %c
  %h = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 1.0, ptr @enzyme_const, i32 3)
  call void @expect(double %h, double %w)
  %t = call double (ptr, ...) @__enzyme_fwddiff(ptr @f, double 1.0, double 2.0, ptr @enzyme_const, i32 3)
  %w2 = fmul double %w, 2.0
  call void @expect(double %t, double %w2)
  ret i32 0
}
