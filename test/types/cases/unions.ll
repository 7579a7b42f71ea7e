; A number that is also looked at as an integer stays a number; a number and a pointer at one place are no answer.
; copy: 0 double, 8 untyped8
; copy: 0 untyped8
; copy: 0 untyped8
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define double @f(ptr %u, ptr %w, ptr %x) {
  %t = alloca [16 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %u, i64 16, i1 false)
  %d = load double, ptr %u
  %l = load i64, ptr %u
  %e = lshr i64 %l, 52
  %ed = uitofp i64 %e to double
  %kp = getelementptr i8, ptr %u, i64 8
  store i64 7, ptr %kp
  %t2 = alloca [8 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %t2, ptr %w, i64 8, i1 false)
  %p = load ptr, ptr %w
  %v = load double, ptr %p
  %wd = load double, ptr %w
  %t3 = alloca [8 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %t3, ptr %x, i64 8, i1 false)
  %s = fadd double %d, %ed
  %s2 = fadd double %s, %v
  %s3 = fadd double %s2, %wd
  ret double %s3
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
