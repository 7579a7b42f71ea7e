; A pointer that walks over an array through a phi, and a phi of two arrays.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

@enzyme_dup = external global i32
@enzyme_const = external global i32
declare void @__enzyme_autodiff_v(ptr, ...)
declare void @expect(double, double)

define void @walk(ptr %x, ptr %end, ptr %alt, i1 %c) {
entry:
  br i1 %c, label %left, label %right
left:
  br label %join
right:
  br label %join
join:
  %out = phi ptr [ %x, %left ], [ %alt, %right ]
  br label %loop
loop:
  %p = phi ptr [ %x, %join ], [ %next, %loop ]
  %v = load double, ptr %p
  %o = load double, ptr %out
  %m = fmul double %v, %o
  store double %m, ptr %out
  %next = getelementptr double, ptr %p, i64 1
  %done = icmp eq ptr %next, %end
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

define i32 @main() {
  %x = alloca [3 x double]
  %dx = alloca [3 x double]
  %y = alloca double
  %dy = alloca double
  store [3 x double] [double 2.0, double 3.0, double 4.0], ptr %x
  store [3 x double] zeroinitializer, ptr %dx
  store double 5.0, ptr %y
  store double 1.0, ptr %dy
  %end = getelementptr double, ptr %x, i64 3
  %dend = getelementptr double, ptr %dx, i64 3
  call void (ptr, ...) @__enzyme_autodiff_v(ptr @walk, ptr %x, ptr %dx, ptr @enzyme_dup, ptr %end, ptr %dend, ptr %y, ptr %dy, ptr @enzyme_const, i1 false)
  %v = load double, ptr %dx
  call void @expect(double %v, double 60.0)
  %w = load double, ptr %dy
  call void @expect(double %w, double 24.0)
  ret i32 0
}
