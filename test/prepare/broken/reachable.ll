define void @broken() {
  ret void
nowhere:
  br label %nowhere
}

define void @sound(i1 %c) {
entry:
  br i1 %c, label %somewhere, label %done
somewhere:
  br label %done
done:
  ret void
}
