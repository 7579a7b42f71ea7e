; Floats in memory that is handled as characters elsewhere.
; copy: period 4 and rest: 0 float
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare ptr @malloc(i64)
define float @f(ptr %s, i64 %n, i64 %i) {
  %c = call ptr @malloc(i64 %n)
  call void @llvm.memcpy.p0.p0.i64(ptr %c, ptr %s, i64 %n, i1 false)
  %b = getelementptr inbounds i8, ptr %c, i64 %i
  %byte = load i8, ptr %b
  %odd = and i8 %byte, 1
  %nul = icmp eq i8 %odd, 0
  %e = getelementptr inbounds float, ptr %c, i64 %i
  %v = load float, ptr %e
  %r = select i1 %nul, float %v, float 0.0
  ret float %r
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
