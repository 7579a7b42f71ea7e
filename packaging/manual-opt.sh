#!/bin/sh
# Writes the manual page of enzcc-opt, whose usage is the program's own.
#
#   manual-opt.sh ENZCC_OPT VERSION >enzcc-opt.1
#
# The date is today's, or that of SOURCE_DATE_EPOCH.
set -eu

date=$(date -u -d "@${SOURCE_DATE_EPOCH:-$(date +%s)}" +%Y-%m-%d)
usage=$("$1" 2>&1 | sed -n 's/^usage: enzcc-opt //p' | sed 's/-/\\-/g')
[ -n "$usage" ] || { echo "$1 says no usage" >&2 && exit 1; }
cat <<END
.TH ENZCC\-OPT 1 $date "enzcc $2" "User Commands"
.SH NAME
enzcc\-opt \- differentiates a module of LLVM's intermediate representation
.SH SYNOPSIS
.nf
.B enzcc\-opt
$(echo "$usage" | fold -s -w 70)
.fi
.SH DESCRIPTION
.B enzcc\-opt
runs the passes of
.BR enzcc (1)
on a file, text or bitcode, as a link does.
Derivative calls are replaced by generated derivatives of functions
that the file defines.
.SH OPTIONS
.TP
.B \-S
write text instead of bitcode
.TP
.BI \-o " file"
write there; without it text goes to standard output,
and bitcode is not written
.TP
.BR \-O0 ", " \-O1 ", " \-O2 ", " \-O3
optimise derivatives, as
.B \-fenz\-opt=
of
.BR enzcc (1)
does
.TP
.BI \-\-passes= pipeline
run these passes of LLVM before, as
.BR opt (1)
does
.TP
.BI \-\-dump= word,...
print what
.BI \-fenz\-dump= word,...
prints
.TP
.BI \-\-option= word
.BI \-fenz\- word
of
.BR enzcc (1)
.SH EXIT STATUS
0; 1 if a derivative cannot be made or the file cannot be read; 2 for wrong use.
.SH SEE ALSO
.BR enzcc (1),
.BR opt (1)
END
