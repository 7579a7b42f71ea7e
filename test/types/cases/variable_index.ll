; Array of structs by GEP type; one element is copied out, and a run of them.
; copy: 0 float, 4 float, 8 int8
; copy: period 16: 0 float, 4 float, 8 int8
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%E = type { float, float, i64 }
define void @f(ptr %a, ptr %b, i64 %i, i64 %n) {
  %e = getelementptr inbounds %E, ptr %a, i64 %i
  %t = alloca [16 x i8], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %e, i64 16, i1 false)
  %bytes = mul i64 %n, 16
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 %bytes, i1 false)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
