; Globals by their declared types; pointers in their initialisers lead on; a table of function pointers.
; copy: 0 double, 8 int4, 16 ptr
; copy: 0 double, 8 double
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%G = type { double, i32, ptr }
@data = internal global [2 x double] zeroinitializer
@g = internal global %G { double 1.0, i32 2, ptr @data }
@table = internal constant [1 x ptr] [ptr @h]
define void @h(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr @g, i64 24, i1 false)
  ret void
}
define void @f(ptr %p, i64 %i) {
  %f = getelementptr inbounds ptr, ptr @table, i64 %i
  %fn = load ptr, ptr %f
  call void %fn(ptr %p, ptr null)
  %dp = getelementptr i8, ptr @g, i64 16
  %d = load ptr, ptr %dp
  %t = alloca [16 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %d, i64 16, i1 false)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
