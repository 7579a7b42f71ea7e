; memcpy, memmove with overlap, memset: x = {a, b, c}; y = x; y shifted by one; y[0] = 0; sum of y[i] * x[i].
; The result is a*b + b*c.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

declare void @__enzyme_autodiff_v(ptr, ...)
declare void @expect(double, double)

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @f(ptr %x, ptr %r) {
entry:
  %y = alloca [3 x double]
  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 24, i1 false)
  %y1 = getelementptr double, ptr %y, i64 1
  call void @llvm.memmove.p0.p0.i64(ptr %y1, ptr %y, i64 16, i1 false)
  call void @llvm.memset.p0.i64(ptr %y, i8 0, i64 8, i1 false)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %q = getelementptr double, ptr %y, i64 %i
  %a = load double, ptr %p
  %b = load double, ptr %q
  %c = fmul double %a, %b
  %t = fadd double %s, %c
  %j = add i64 %i, 1
  %done = icmp eq i64 %j, 3
  br i1 %done, label %exit, label %loop
exit:
  store double %t, ptr %r
  ret void
}

define i32 @main() {
  %x = alloca [3 x double]
  %dx = alloca [3 x double]
  %r = alloca double
  %dr = alloca double
  store [3 x double] [double 2.0, double 3.0, double 5.0], ptr %x
  store [3 x double] zeroinitializer, ptr %dx
  store double 1.0, ptr %dr
  call void (ptr, ...) @__enzyme_autodiff_v(ptr @f, ptr %x, ptr %dx, ptr %r, ptr %dr)
  %v = load double, ptr %r
  call void @expect(double %v, double 21.0)
  %g0 = load double, ptr %dx
  call void @expect(double %g0, double 3.0)
  %p1 = getelementptr double, ptr %dx, i64 1
  %g1 = load double, ptr %p1
  call void @expect(double %g1, double 7.0)
  %z = load double, ptr %dr
  call void @expect(double %z, double 0.0)
  ret i32 0
}
