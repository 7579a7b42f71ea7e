define void @broken(i1 %c, i1 %d) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  br i1 %d, label %a, label %done
done:
  ret void
}

define void @sound(i1 %d) {
entry:
  br label %a
a:
  br label %b
b:
  br i1 %d, label %a, label %done
done:
  ret void
}
