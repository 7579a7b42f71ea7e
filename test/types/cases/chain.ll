; Bytes travel through untyped buffers; the type is known at the far ends only.
; copy: 0 double, 8 ptr
; copy: 0 double, 8 ptr
; copy: 0 untyped16
; int m: double
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define double @f(ptr %a, ptr %b, ptr %x, ptr %y) {
  %t = alloca [16 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %a, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %t, i64 16, i1 false)
  %d = load double, ptr %b
  %pp = getelementptr i8, ptr %a, i64 8
  %p = load ptr, ptr %pp
  %v = load double, ptr %p
  %m = load i64, ptr %t
  store i64 %m, ptr %y
  store i64 5, ptr %x
  %x8 = getelementptr i8, ptr %x, i64 32
  call void @llvm.memcpy.p0.p0.i64(ptr %x8, ptr %x, i64 16, i1 false)
  %s = fadd double %d, %v
  ret double %s
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
