; Fields nobody reads: by a struct type of the module that agrees; unknown if there is none or they differ.
; copy: 0 double, 8 int4
; copy: 0 double, 8 untyped16
; copy: 0 double, 8 untyped32
; copy: 0 double, 8 ptr, 16 float
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%S = type { double, i32 }
%A = type { double, i32, [3 x float] }
%B = type { double, i32, [3 x i32] }
%C = type { double, ptr, float }
define double @f(ptr %a, ptr %b, ptr %c) {
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 16, i1 false)
  %x = load double, ptr %a
  %kp = getelementptr i8, ptr %a, i64 8
  %k = load i32, ptr %kp
  %kd = sitofp i32 %k to double
  %r = fadd double %x, %kd
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 24, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 40, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %c, ptr null, i64 24, i1 false)
  %y = load double, ptr %c
  %pp = getelementptr i8, ptr %c, i64 8
  %p = load ptr, ptr %pp
  %z = fadd double %r, %y
  ret double %z
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @use(ptr)
define void @untouched() {
  %s = alloca %S
  %a = alloca %A
  %b = alloca %B
  %c = alloca %C
  call void @use(ptr %s)
  ret void
}
