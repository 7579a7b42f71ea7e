; A field nobody in the program reads is unknown, unless a declaration tells that it is padding.
; copy: unknown
; copy: 0 double, 8 int4
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%S = type { double, i32 }
define double @f(ptr %a, ptr %b, ptr %c, ptr %d, i64 %i) {
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 16, i1 false)
  %x = load double, ptr %a
  %kp = getelementptr i8, ptr %a, i64 8
  %k = load i32, ptr %kp
  %kd = sitofp i32 %k to double
  %e = getelementptr %S, ptr %c, i64 %i
  call void @llvm.memcpy.p0.p0.i64(ptr %d, ptr %e, i64 16, i1 false)
  %r = fadd double %x, %kd
  ret double %r
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
