; Integer accesses that carry a tag: a lowered copy of a number; an integer where pointers and numbers
; are as well, which is for the run to decide; a lowered copy of a pointer.
; int a: double
; int b: unknown
; int c: ptr
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define void @f(ptr %p, ptr %q, ptr %x, ptr %y, ptr %r, ptr %s) {
  %a = load i64, ptr %p, !tbaa !1
  store i64 %a, ptr %q, !tbaa !1
  %v = load ptr, ptr %x
  %w = load double, ptr %x
  %b = load i64, ptr %x, !tbaa !3
  store i64 %b, ptr %y, !tbaa !3
  %c = load i64, ptr %r, !tbaa !5
  store i64 %c, ptr %s, !tbaa !5
  ret void
}
!1 = !{!2, !2, i64 0}
!2 = !{!"double", !9, i64 0}
!3 = !{!4, !4, i64 0}
!4 = !{!"long", !9, i64 0}
!5 = !{!6, !6, i64 0}
!6 = !{!"p1 double", !8, i64 0}
!8 = !{!"any pointer", !9, i64 0}
!9 = !{!"omnipotent char", !10, i64 0}
!10 = !{!"Simple C/C++ TBAA"}
