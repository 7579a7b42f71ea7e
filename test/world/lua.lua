-- What the interpreter does with each of its parts; prints lines that two builds must agree on.
local function show(name, ...)
    local words = table.pack(...)
    for i = 1, words.n do words[i] = tostring(words[i]) end
    print(name .. ": " .. table.concat(words, " "))
end

show("arithmetic", 7 // 2, -7 // 2, -7 % 3, 2^53, 7.5 % -2, 1 / 0,
    math.maxinteger + 1, 3 | 8, ~0 >> 60)
show("format", string.format("%5.3f|%-6s|%x|%a|%q", math.pi, "ab", 255, 0.1, "a\nb"))
show("patterns", ("key = value"):match("(%w+)%s*=%s*(%w+)"), ("abc"):gsub("%w", "%0%0"))
show("pack", string.unpack("<i4d", string.pack("<i4d", -7, 0.25)))
show("utf8", utf8.char(228, 8364), utf8.len("äöü"))

local numbers, seed = {}, 42
for i = 1, 5000 do
    seed = (seed * 1103515245 + 12345) % 2147483648
    numbers[i] = seed
end
table.sort(numbers)
local ordered = true
for i = 2, #numbers do ordered = ordered and numbers[i - 1] <= numbers[i] end
show("sort", ordered, numbers[1], numbers[2500], numbers[5000])

local squares = coroutine.wrap(function() for i = 1, 4 do coroutine.yield(i * i) end end)
show("coroutines", squares(), squares(), squares(), squares())

local complex = setmetatable({}, {__call = function(self, re, im)
    return setmetatable({re, im}, self.number)
end})
complex.number = {
    __add = function(a, b) return complex(a[1] + b[1], a[2] + b[2]) end,
    __mul = function(a, b) return complex(a[1] * b[1] - a[2] * b[2], a[1] * b[2] + a[2] * b[1]) end,
    __eq = function(a, b) return a[1] == b[1] and a[2] == b[2] end,
}
local square = complex(1, 2) * complex(1, 2) + complex(0, 1)
show("metatables", square[1], square[2], square == complex(-3, 5))

show("errors", pcall(function() local t = nil; return t.x end))
show("handlers", xpcall(function() error({code = 7}) end, function(e) return e.code end))
do
    local closed <close> = setmetatable({}, {__close = function() show("close", "called") end})
end
local weak = setmetatable({}, {__mode = "k"})
for i = 1, 100 do weak[{}] = i end
collectgarbage()
show("collector", next(weak))
show("load", load("local a, b = ...; return a * b + 1")(6, 7), load("return ="))

local function fib(n) return n < 2 and n or fib(n - 1) + fib(n - 2) end
show("calls", fib(24), select("#", table.unpack(numbers, 1, 200)))
local out = {}
for level = 1, 3 do
    for i = 1, 3 do
        if i == 2 then goto continue end
        out[#out + 1] = level .. i
        ::continue::
    end
end
show("goto", table.concat(out, ","))
show("dump", load(string.dump(function(x) return x * 2 end))(21))
