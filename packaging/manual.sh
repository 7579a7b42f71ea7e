#!/bin/sh
# Writes the manual page: what is always so, and the options from the compiler's own list.
#
#   manual.sh ENZCC VERSION >enzcc.1
#
# The date is today's, or that of SOURCE_DATE_EPOCH.
set -eu

date=$(date -u -d "@${SOURCE_DATE_EPOCH:-$(date +%s)}" +%Y-%m-%d)
cat <<END
.TH ENZCC 1 $date "enzcc $2" "User Commands"
.SH NAME
enzcc, enzcc++, enzfc \- C, C++ and Fortran compilers that differentiate
.SH SYNOPSIS
.B enzcc
.RI [ option ...]
.IR file ...
.br
.B enzcc++
.RI [ option ...]
.IR file ...
.br
.B enzfc
.RI [ option ...]
.IR file ...
.SH DESCRIPTION
.B enzcc
takes the place of
.BR cc .
It compiles as
.BR clang (1)
does, into objects that also hold bitcode. Where a program with calls such as
.B __enzyme_autodiff(f, ...)
is linked, the calls are replaced by generated derivatives,
through all functions that
.B enzcc
has compiled, those in archives included.
A program without such calls is linked as
.B clang
links it, by
.BR ld.lld (1).
.PP
.B enzfc
does the same with
.BR flang .
.PP
Every option of
.B clang
is one of
.BR enzcc .
.SH OPTIONS
.ad l
Most options without a value have an opposite,
.BI \-fno\-enz\- name\fR.
END
"$1" --enz-help | sed 's/\\/\\\\/g; s/-/\\-/g' | awk '
    function say(option, text) {
        gsub(/,/, ",\\:", option) # where lines may be broken
        print ".TP"
        print ".B " option
        if (text) print text
    }
    /^  \\-/ {
        line = substr($0, 3)
        at = index(line, "  ")
        pending = at ? "" : line
        text = substr(line, at)
        sub(/^ +/, "", text)
        if (at) say(substr(line, 1, at - 1), text)
        next
    }
    /^   / && pending { sub(/^ +/, ""); say(pending, $0); pending = "" }'
cat <<END
.SH ENVIRONMENT
.TP
.B ENZCC_FLAGS
further options, in front of those of the command line
.TP
.B ENZCC_OFF
set to 1: be
.B clang
.TP
.B ENZCC_LOG
a file that gets a line of JSON for each call,
and for each decision of the linker
.SH EXIT STATUS
That of
.BR clang ;
1 if a derivative cannot be made.
.SH SEE ALSO
.BR clang (1),
.BR enzcc\-opt (1),
.BR ld.lld (1)
END
