; Members of an array of integers that is declared, read one by one as integers.
; copy: 0 int16
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%sizes = type { [2 x i64] }
%pair = type { double, double }
%tensor = type { ptr, %sizes }
define double @f(ptr %t, float %x) {
  %other = alloca float
  store float %x, ptr %other
  %unrelated = alloca %pair
  %p = alloca %sizes
  %from = getelementptr %tensor, ptr %t, i32 0, i32 1
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %from, i64 16, i1 false)
  %n = load i64, ptr %p
  %behind = getelementptr i8, ptr %p, i64 8
  %m = load i64, ptr %behind
  %first = load i64, ptr %from
  %next = getelementptr i8, ptr %from, i64 8
  %second = load i64, ptr %next
  %both = add i64 %first, %second
  %size = mul i64 %n, %m
  %k = sub i64 %size, %both
  %data = load ptr, ptr %t
  %at = getelementptr double, ptr %data, i64 %k
  %d = load double, ptr %at
  ret double %d
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
