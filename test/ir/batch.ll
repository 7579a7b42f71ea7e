; A batch is one call for several lanes, on vectors, where all go the same way; else a call for each.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll

; What the lanes share is there once; addresses and loads are for each lane.
; CHECK-LABEL: define internal {{.*}} @enz.lanes3vsv.weigh(
; CHECK-SAME:    ptr %0, ptr %1, ptr %2, i32 %3, double %4, double %5, double %6)
; CHECK:         phi i32
; CHECK:         phi <3 x double>
; CHECK-COUNT-3: load double
; CHECK:         fmul <3 x double>
; CHECK:         ret { double, double, double }
; CHECK-NOT:   @enz.lanes{{[0-9svx]*}}.root
; CHECK-NOT:   call {{.*}}@__enzyme_

@enzyme_width = external global i32
@enzyme_scalar = external global i32
@enzyme_buffer = external global i32
declare { double, double, double } @__enzyme_batch(ptr, ...)
declare void @expect(double, double)

define double @weigh(ptr %w, i32 %n, double %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 1.0, %entry ], [ %t, %loop ]
  %p = getelementptr double, ptr %w, i32 %i
  %v = load double, ptr %p
  %u = fmul double %v, %x
  %t = fadd double %s, %u
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret double %t
}

; Each lane stops by itself.
define double @root(double %a) {
entry:
  br label %loop
loop:
  %x = phi double [ %a, %entry ], [ %next, %loop ]
  %q = fdiv double %a, %x
  %sum = fadd double %x, %q
  %next = fmul double %sum, 5.0e-01
  %d = fsub double %x, %next
  %more = fcmp ogt double %d, 1.0e-14
  br i1 %more, label %loop, label %exit
exit:
  ret double %next
}

@weights = constant [4 x double] [double 1.0, double 2.0, double 3.0, double 4.0]

define i32 @main() {
  %r = call { double, double, double } (ptr, ...) @__enzyme_batch(ptr @weigh, ptr @enzyme_width, i32 3, ptr @enzyme_buffer, i64 8, ptr @weights, ptr @enzyme_scalar, i32 2, double 1.0, double 2.0, double 0.5)
  %r0 = extractvalue { double, double, double } %r, 0
  %r1 = extractvalue { double, double, double } %r, 1
  %r2 = extractvalue { double, double, double } %r, 2
  call void @expect(double %r0, double 4.0)
  call void @expect(double %r1, double 11.0)
  call void @expect(double %r2, double 4.5)
  %s = call { double, double, double } (ptr, ...) @__enzyme_batch(ptr @root, ptr @enzyme_width, i32 3, double 4.0, double 9.0, double 2.25)
  %s1 = extractvalue { double, double, double } %s, 1
  %s2 = extractvalue { double, double, double } %s, 2
  call void @expect(double %s1, double 3.0)
  call void @expect(double %s2, double 1.5)
  ret i32 0
}
