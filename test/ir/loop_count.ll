; A counted loop with a carried value: x^(n+1), and a memory sum of squares.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

@enzyme_const = external global i32
declare double @__enzyme_autodiff(ptr, ...)
declare void @__enzyme_autodiff_v(ptr, ...)
declare void @expect(double, double)

define double @power(double %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %v = phi double [ %x, %entry ], [ %v.next, %loop ]
  %v.next = fmul double %v, %x
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret double %v.next
}

define void @squares(ptr %x, ptr %sum, i64 %n) {
entry:
  %empty = icmp eq i64 %n, 0
  br i1 %empty, label %exit, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = getelementptr inbounds double, ptr %x, i64 %i
  %v = load double, ptr %p
  %q = fmul double %v, %v
  %s = load double, ptr %sum
  %t = fadd double %s, %q
  store double %t, ptr %sum
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

define i32 @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @power, double 2.0, ptr @enzyme_const, i64 4)
  call void @expect(double %g, double 80.0)
  %x = alloca [3 x double]
  %dx = alloca [3 x double]
  %s = alloca double
  %ds = alloca double
  store [3 x double] [double 1.0, double 2.0, double 3.0], ptr %x
  store [3 x double] zeroinitializer, ptr %dx
  store double 0.0, ptr %s
  store double 1.0, ptr %ds
  call void (ptr, ...) @__enzyme_autodiff_v(ptr @squares, ptr %x, ptr %dx, ptr %s, ptr %ds, ptr @enzyme_const, i64 3)
  %p = getelementptr double, ptr %dx, i64 2
  %v = load double, ptr %p
  call void @expect(double %v, double 6.0)
  %sv = load double, ptr %s
  call void @expect(double %sv, double 14.0)
  ret i32 0
}
