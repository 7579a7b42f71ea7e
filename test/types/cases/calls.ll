; The callee copies, the caller knows; memory is typed across the call and back through the result.
; copy: period 8: 0 double
; copy: 0 double, 8 double
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare ptr @malloc(i64)
define ptr @dup(ptr %src, i64 %n) {
  %bytes = shl i64 %n, 3
  %p = call ptr @malloc(i64 %bytes)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %src, i64 %bytes, i1 false)
  ret ptr %p
}
define double @f(ptr %x, i64 %i) {
  %d = call ptr @dup(ptr %x, i64 10)
  %e = getelementptr inbounds double, ptr %d, i64 %i
  %v = load double, ptr %e
  %t = alloca [16 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %x, i64 16, i1 false)
  ret double %v
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
