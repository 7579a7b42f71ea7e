; One field is accessed; its tag names the whole struct and so the padding too.
; copy: 0 double, 8 int4, 16 ptr
; copy: period 24: 0 double, 8 int4, 16 ptr
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define double @f(ptr %a, ptr %b, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 24, i1 false)
  %d = load double, ptr %a, !tbaa !1
  %bytes = mul i64 %n, 24
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 %bytes, i1 false)
  ret double %d
}
!1 = !{!3, !2, i64 0}
!2 = !{!"double", !9, i64 0}
!3 = !{!"S", !2, i64 0, !4, i64 8, !6, i64 16}
!4 = !{!"int", !9, i64 0}
!6 = !{!"p1 double", !8, i64 0}
!8 = !{!"any pointer", !9, i64 0}
!9 = !{!"omnipotent char", !10, i64 0}
!10 = !{!"Simple C/C++ TBAA"}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
