; A double moved as i64, a plain integer, a pointer in an integer, two floats in one, sign-bit tricks.
; int a: double
; int b: int
; int c: ptr
; int d: <2 x float>
; int e: double
; int s: double
; int nobody: unknown
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define double @f(ptr %p, ptr %q, ptr %r, ptr %u) {
  %a = load i64, ptr %p
  store i64 %a, ptr %q
  %v = load double, ptr %q
  %bp = getelementptr i8, ptr %p, i64 8
  %b = load i64, ptr %bp
  %b1 = mul i64 %b, 3
  %bd = sitofp i64 %b1 to double
  %cp = getelementptr i8, ptr %p, i64 16
  %c = load i64, ptr %cp
  %ptr = inttoptr i64 %c to ptr
  %w = load double, ptr %ptr
  %d = load i64, ptr %r
  %lo = trunc i64 %d to i32
  %flo = bitcast i32 %lo to float
  %hi64 = lshr i64 %d, 32
  %hi = trunc i64 %hi64 to i32
  %fhi = bitcast i32 %hi to float
  %fs = fadd float %flo, %fhi
  %fd = fpext float %fs to double
  %e = bitcast double %v to i64
  %s = and i64 %e, 9223372036854775807
  %sv = bitcast i64 %s to double
  %nobody = load i64, ptr %u
  store i64 %nobody, ptr %u
  %s1 = fadd double %v, %bd
  %s2 = fadd double %s1, %w
  %s3 = fadd double %s2, %fd
  %s4 = fadd double %s3, %sv
  ret double %s4
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
