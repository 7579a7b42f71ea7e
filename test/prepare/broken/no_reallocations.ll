declare ptr @realloc(ptr, i64)
declare ptr @malloc(i64)

define ptr @broken(ptr %p) {
  %r = call ptr @realloc(ptr %p, i64 16)
  ret ptr %r
}

define ptr @sound(ptr %p) {
  %r = call ptr @malloc(i64 16)
  ret ptr %r
}
