; A struct of number, integer and pointer, typed by accesses through byte offsets.
; copy: 0 double, 8 int4, 16 ptr
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%S = type { double, i32, ptr }
define double @f(ptr %s) {
  %b = alloca %S, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %s, i64 24, i1 false)
  %d = load double, ptr %b
  %ip = getelementptr inbounds nuw i8, ptr %b, i64 8
  %i = load i32, ptr %ip
  %x = sitofp i32 %i to double
  %pp = getelementptr inbounds nuw i8, ptr %b, i64 16
  %p = load ptr, ptr %pp
  %y = load double, ptr %p
  %r = fmul double %x, %y
  %q = fadd double %r, %d
  ret double %q
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
