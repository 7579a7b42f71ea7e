; An integer header before numbers: a copy of variable size must not take the header's type for all.
; copy: period 8: 0 double
; copy: 0 untyped8, 8 double, 16 double
; copy: untyped
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define double @f(ptr %a, ptr %b, i64 %n, i64 %i, ptr %c, ptr %d) {
  %k = load i64, ptr %a
  %k1 = mul i64 %k, 3
  %kd = sitofp i64 %k1 to double
  %body = getelementptr i8, ptr %a, i64 8
  %e = getelementptr inbounds double, ptr %body, i64 %i
  %v = load double, ptr %e
  %n8 = shl i64 %n, 3
  %bytes = add i64 %n8, 8
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 %bytes, i1 false)
  %t = alloca [24 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %a, i64 24, i1 false)
  %hp = load ptr, ptr %c
  %h = load double, ptr %hp
  %cbody = getelementptr i8, ptr %c, i64 8
  %ce = getelementptr inbounds double, ptr %cbody, i64 %i
  %cv = load double, ptr %ce
  call void @llvm.memcpy.p0.p0.i64(ptr %d, ptr %c, i64 %bytes, i1 false)
  %s = fadd double %v, %kd
  %s2 = fadd double %s, %h
  %s3 = fadd double %s2, %cv
  ret double %s3
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
