; A nest of counted loops keeps values in arrays, never in linked frames.
;
; RUN: enzcc-opt --dump=plan %s 2>&1 | FileCheck %s
; CHECK-LABEL: plan of {{.*}}f
; CHECK-DAG:     8 bytes per element of loops {{.*}}, allocated before
; CHECK-DAG:     keep %w = load double
; CHECK-NOT:     linked

declare void @__enzyme_autodiff(ptr, ...)

define void @f(ptr noalias %x, ptr noalias %y, i64 %n, i64 %m) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %q = getelementptr inbounds double, ptr %y, i64 %j
  %w = load double, ptr %q
  %v = fmul double %w, %w
  store double %v, ptr %q
  %j.next = add nuw nsw i64 %j, 1
  %inner.done = icmp eq i64 %j.next, %m
  br i1 %inner.done, label %latch, label %inner
latch:
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %outer
exit:
  ret void
}

define void @main(ptr %x, ptr %dx, ptr %y, ptr %dy, i64 %n, i64 %m) {
  call void (ptr, ...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %dx, ptr %y, ptr %dy, i64 %n, i64 %m)
  ret void
}
