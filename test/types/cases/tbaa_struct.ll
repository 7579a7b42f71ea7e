; No access at all: only the copy's field list says what it moves.
; copy: 0 double, 8 int4, 16 ptr
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define void @f(ptr %a, ptr %b) {
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 24, i1 false), !tbaa.struct !0
  ret void
}
!0 = !{i64 0, i64 8, !1, i64 8, i64 4, !3, i64 16, i64 8, !5}
!1 = !{!2, !2, i64 0}
!2 = !{!"double", !9, i64 0}
!3 = !{!4, !4, i64 0}
!4 = !{!"int", !9, i64 0}
!5 = !{!6, !6, i64 0}
!6 = !{!"p1 double", !8, i64 0}
!8 = !{!"any pointer", !9, i64 0}
!9 = !{!"omnipotent char", !10, i64 0}
!10 = !{!"Simple C/C++ TBAA"}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
