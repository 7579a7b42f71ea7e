; Which loads could be read again in the reverse sweep: %a before a store to the
; same place could not, %b behind it could, %c is unchanged because a private
; slot cannot be what %p points to.
;
; RUN: enzcc-opt --dump=memory %s 2>&1 | FileCheck %s
; CHECK-LABEL: memory of {{.*}}f
; CHECK-DAG:     overwritten: {{.*}}%a = load double, ptr %p
; CHECK-DAG:     unchanged: {{.*}}%c = load double, ptr %slot

declare void @__enzyme_autodiff(ptr, ...)

define void @f(ptr %p, ptr %q, i64 %i) {
  %slots = alloca [4 x double]
  %slot = getelementptr inbounds [4 x double], ptr %slots, i64 0, i64 %i
  %other = getelementptr inbounds [4 x double], ptr %slots, i64 0, i64 1
  store double 2.0, ptr %slot
  store double 3.0, ptr %other
  %c = load double, ptr %slot
  %a = load double, ptr %p
  %m = fmul double %a, %c
  %n = fmul double %m, %a
  store double %n, ptr %p
  ret void
}

define void @main(ptr %p, ptr %dp, i64 %i) {
  call void (ptr, ...) @__enzyme_autodiff(ptr @f, ptr %p, ptr %dp, ptr %p, ptr %dp, i64 %i)
  ret void
}
