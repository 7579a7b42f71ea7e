! Array expressions: sections, masks, reallocation, overlap.
module arrays
  use iso_c_binding
  implicit none
contains
  real(c_double) function whole(x, n) bind(c)
    integer(c_int), value :: n
    real(c_double), intent(in) :: x(n)
    real(c_double), allocatable :: u(:), v(:)
    u = x
    v = 2 * u + sin(x)
    u = v * v
    u = u(2:n) - u(1:n-1)
    whole = sum(u * [real(c_double) :: 0.1d0 * size(u), v(1), v(4:n)])
  end function

  real(c_double) function sections(x, n) bind(c)
    integer(c_int), value :: n
    real(c_double), intent(in) :: x(n)
    real(c_double) :: u(n), a(4, n)
    u(1:n:2) = x(1:n:2)**2
    u(2:n:2) = x(n:1:-2) * 3
    u(2:n) = u(1:n-1) * 1.5d0
    u(n:1:-1) = u
    a = 0
    a(2, :) = u
    a(3, ::2) = a(2, ::2) * x(1)
    a(:, 1) = a(:, 2) + a(:, 3)
    a = a * x(2)
    sections = sum(a**2) + a(1, 1)
  end function

  real(c_double) function masks(x, n) bind(c)
    integer(c_int), value :: n
    real(c_double), intent(in) :: x(n)
    real(c_double) :: u(n)
    where (x > 0.6d0)
      u = sqrt(x)
    elsewhere (x > 0.3d0)
      u = x**2
    elsewhere
      u = 3 * x
    end where
    u = merge(u, -u, mod([1, 2, 3, 4, 5, 6, 7, 8], 2) == 0)
    masks = sum(u, mask=x > 0.2d0) + sum(pack(u, u > 0)**2) + count(u > 0)
    if (any(u > 0.5d0) .and. .not. all(u > 0.5d0)) masks = masks * x(1)
  end function

  real(c_double) function shapes(x, n) bind(c)
    integer(c_int), value :: n
    real(c_double), intent(in) :: x(n)
    real(c_double) :: a(2, 4), b(4, 2), c(2, 4), s(3, 8)
    a = reshape(x, [2, 4])
    b = reshape(x(8:1:-1), [4, 2], order=[2, 1])
    c = transpose(b) * a
    s = spread(x, 1, 3)
    s(2, :) = cshift(x, 3) * s(1, :)
    s(3, :) = cshift(s(2, :), -1)**2
    shapes = sum(c) + product(a(1, :)) + sum(s**2)
  end function

  ! Passes sections to a procedure that expects contiguous memory.
  real(c_double) function passed(x, n) bind(c)
    integer(c_int), value :: n
    real(c_double), intent(in) :: x(n)
    real(c_double) :: u(n)
    u = x
    call square(u(1:n:3), (n + 2) / 3)
    call square(u(n:1:-1), n)
    passed = sum(u) + u(2) * u(3)
  end function

  subroutine square(a, n)
    integer(c_int) :: n
    real(c_double) :: a(n)
    a = a * a + a(1)
  end subroutine

  ! Memory whose status is asked for is the library's.
  real(c_double) function status(x, n) bind(c)
    integer(c_int), value :: n
    real(c_double), intent(in) :: x(n)
    real(c_double), allocatable :: w(:, :)
    real(c_double), pointer :: p(:), q(:)
    integer :: failed
    allocate(w(0:n-1, 2), stat=failed)
    if (failed /= 0) error stop
    w(:, 1) = x
    w(:, 2) = w(:, 1)**3
    allocate(p(n))
    p = w(:, 2)
    q => p(2:n:2)
    q = q * x(1)
    status = sum(p) + sum(w(2:, :)**2)
    deallocate(p)
    deallocate(w, stat=failed)
    if (failed /= 0) status = 0
    deallocate(w, stat=failed) ! is not allocated
    if (failed /= 0) status = status * x(2)
    allocate(w(3, 3), stat=failed)
    allocate(w(5, 5), stat=failed) ! is allocated
    if (failed /= 0) status = status + size(w) * x(3)
  end function
end module
