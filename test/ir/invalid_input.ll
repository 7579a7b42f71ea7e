; An invalid module is refused with a message.
;
; RUN: not enzcc-opt -S %s -o %t.ll 2> %t.err
; RUN: FileCheck %s < %t.err
; CHECK: invalid module in the input
; CHECK: Instruction does not dominate all uses

define double @f(double %x) {
  %a = fmul double %b, %x
  %b = fmul double %x, %x
  ret double %a
}
