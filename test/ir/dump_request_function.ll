; The function operand seen through an alias, a constant table, a helper that
; returns its argument, and a phi whose arms agree.
;
; RUN: enzcc-opt --dump=request %s 2>&1 | FileCheck %s
; CHECK-COUNT-4: request reverse f width 1

declare double @__enzyme_autodiff(ptr, ...)

@other_name = alias double (double), ptr @f
@table = internal constant { i32, [2 x ptr] } { i32 1, [2 x ptr] [ptr null, ptr @f] }

define double @f(double %x) {
  %r = fmul double %x, %x
  ret double %r
}

define internal ptr @forward(ptr %p) {
  ret ptr %p
}

define i32 @main(i1 %c) {
entry:
  %a = call double (ptr, ...) @__enzyme_autodiff(ptr @other_name, double 1.0)
  %t = load ptr, ptr getelementptr inbounds ({ i32, [2 x ptr] }, ptr @table, i32 0, i32 1, i32 1)
  %b = call double (ptr, ...) @__enzyme_autodiff(ptr %t, double 1.0)
  %h = call ptr @forward(ptr @f)
  %d = call double (ptr, ...) @__enzyme_autodiff(ptr %h, double 1.0)
  br i1 %c, label %left, label %right
left:
  br label %join
right:
  br label %join
join:
  %p = phi ptr [ @f, %left ], [ %h, %right ]
  %e = call double (ptr, ...) @__enzyme_autodiff(ptr %p, double 1.0)
  ret i32 0
}
