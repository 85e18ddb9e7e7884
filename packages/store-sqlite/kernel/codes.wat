;; Vectors as codes of 7 bits. A code c of a row stands for (c - 64) * scale, and a code of the query, a signed byte, for
;; c * unit. A row that is no vector of length 1 has NaN for its scale, which no comparison finds. The JavaScript kernel
;; gives the same bits: every operation of float32 here is one `Math.fround` there.
(module
  (memory (export "memory") 1 65535)

  ;; Writes the codes of a row of float32 to $codes, and its scale to $scale. $values has zeros behind it up to $stride
  ;; numbers, a multiple of 16. Codes are not written if the scale is NaN.
  (func (export "quantise") (param $values i32) (param $stride i32) (param $codes i32) (param $scale i32)
    (local $at i32) (local $end i32) (local $most v128) (local $step f32) (local $steps v128)
    (local.set $end (i32.add (local.get $values) (i32.shl (local.get $stride) (i32.const 2))))
    (local.set $at (local.get $values))
    (loop $eachQuad
      (local.set $most (f32x4.max (local.get $most) (f32x4.abs (v128.load (local.get $at)))))
      (br_if $eachQuad (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
    (local.set $step (f32.div
      (f32.max
        (f32.max (f32x4.extract_lane 0 (local.get $most)) (f32x4.extract_lane 1 (local.get $most)))
        (f32.max (f32x4.extract_lane 2 (local.get $most)) (f32x4.extract_lane 3 (local.get $most))))
      (f32.const 63)))
    ;; The least number that is not subnormal, up to the largest that is finite.
    (if (i32.eqz (i32.and
        (f32.ge (local.get $step) (f32.const 0x1p-126))
        (f32.lt (local.get $step) (f32.const inf))))
      (then
        (f32.store (local.get $scale) (f32.const nan))
        (return)))
    (f32.store (local.get $scale) (local.get $step))
    (local.set $steps (f32x4.splat (local.get $step)))
    (local.set $at (local.get $values))
    (loop $eachRun
      (v128.store (local.get $codes) (i8x16.add (v128.const i32x4 0x40404040 0x40404040 0x40404040 0x40404040)
        (i8x16.narrow_i16x8_s
          (i16x8.narrow_i32x4_s
            (call $whole (f32x4.div (v128.load (local.get $at)) (local.get $steps)))
            (call $whole (f32x4.div (v128.load offset=16 (local.get $at)) (local.get $steps))))
          (i16x8.narrow_i32x4_s
            (call $whole (f32x4.div (v128.load offset=32 (local.get $at)) (local.get $steps)))
            (call $whole (f32x4.div (v128.load offset=48 (local.get $at)) (local.get $steps)))))))
      (local.set $codes (i32.add (local.get $codes) (i32.const 16)))
      (br_if $eachRun (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 64))) (local.get $end)))))

  ;; Numbers rounded to the nearest whole ones, to the even one in the middle.
  (func $whole (param $numbers v128) (result v128)
    (i32x4.trunc_sat_f32x4_s (f32x4.nearest (local.get $numbers))))

  ;; Finds rows whose score plus $slack of their scales is at least $threshold, among 8 * $groups rows. Of a group of 8
  ;; each row lies $walk bytes behind the one before it, the next group $stride bytes behind this one: memory answers
  ;; faster to eight walks at eight places than to one. Scales lie in the order of rows. Groups whose byte at $mask is zero
  ;; are not read, and of others only rows whose bit is set are found; without a mask $mask is 0. Writes pairs of
  ;; the row's number, which begins at $first, and its score to $out + 32, and returns how many.
  (func (export "scan")
    (param $query i32) (param $stride i32) (param $bias i32) (param $unit f32)
    (param $codes i32) (param $walk i32) (param $scales i32) (param $groups i32) (param $mask i32) (param $first i32)
    (param $slack f32) (param $threshold f32) (param $out i32)
    (result i32)
    (local $wanted i32) (local $column i32) (local $columnEnd i32) (local $number v128)
    (local $next i32) (local $end i32) (local $hits i32) (local $lane i32)
    (local $scale v128) (local $low v128) (local $high v128)
    (local $row0 i32) (local $sum0 v128)
    (local $row1 i32) (local $sum1 v128)
    (local $row2 i32) (local $sum2 v128)
    (local $row3 i32) (local $sum3 v128)
    (local $row4 i32) (local $sum4 v128)
    (local $row5 i32) (local $sum5 v128)
    (local $row6 i32) (local $sum6 v128)
    (local $row7 i32) (local $sum7 v128)
    (local.set $columnEnd (i32.add (local.get $query) (local.get $stride)))
    (local.set $end (i32.add (local.get $first) (i32.shl (local.get $groups) (i32.const 3))))
    (local.set $next (i32.add (local.get $out) (i32.const 32)))
    (local.set $wanted (i32.const 255))
    (block $done
      (loop $eachGroup
        (br_if $done (i32.ge_u (local.get $first) (local.get $end)))
        (block $skipped
          (if (local.get $mask)
            (then
              (local.set $wanted (i32.load8_u (local.get $mask)))
              (local.set $mask (i32.add (local.get $mask) (i32.const 1)))
              (br_if $skipped (i32.eqz (local.get $wanted)))))
          (local.set $row0 (local.get $codes))
          (local.set $row1 (i32.add (local.get $row0) (local.get $walk)))
          (local.set $row2 (i32.add (local.get $row1) (local.get $walk)))
          (local.set $row3 (i32.add (local.get $row2) (local.get $walk)))
          (local.set $row4 (i32.add (local.get $row3) (local.get $walk)))
          (local.set $row5 (i32.add (local.get $row4) (local.get $walk)))
          (local.set $row6 (i32.add (local.get $row5) (local.get $walk)))
          (local.set $row7 (i32.add (local.get $row6) (local.get $walk)))
          (local.set $sum0 (v128.const i32x4 0 0 0 0))
          (local.set $sum1 (v128.const i32x4 0 0 0 0))
          (local.set $sum2 (v128.const i32x4 0 0 0 0))
          (local.set $sum3 (v128.const i32x4 0 0 0 0))
          (local.set $sum4 (v128.const i32x4 0 0 0 0))
          (local.set $sum5 (v128.const i32x4 0 0 0 0))
          (local.set $sum6 (v128.const i32x4 0 0 0 0))
          (local.set $sum7 (v128.const i32x4 0 0 0 0))
          (local.set $column (local.get $query))
          (loop $eachStep
            (local.set $number (v128.load (local.get $column)))
            (local.set $sum0 (i32x4.relaxed_dot_i8x16_i7x16_add_s
              (local.get $number) (v128.load (local.get $row0)) (local.get $sum0)))
            (local.set $row0 (i32.add (local.get $row0) (i32.const 16)))
            (local.set $sum1 (i32x4.relaxed_dot_i8x16_i7x16_add_s
              (local.get $number) (v128.load (local.get $row1)) (local.get $sum1)))
            (local.set $row1 (i32.add (local.get $row1) (i32.const 16)))
            (local.set $sum2 (i32x4.relaxed_dot_i8x16_i7x16_add_s
              (local.get $number) (v128.load (local.get $row2)) (local.get $sum2)))
            (local.set $row2 (i32.add (local.get $row2) (i32.const 16)))
            (local.set $sum3 (i32x4.relaxed_dot_i8x16_i7x16_add_s
              (local.get $number) (v128.load (local.get $row3)) (local.get $sum3)))
            (local.set $row3 (i32.add (local.get $row3) (i32.const 16)))
            (local.set $sum4 (i32x4.relaxed_dot_i8x16_i7x16_add_s
              (local.get $number) (v128.load (local.get $row4)) (local.get $sum4)))
            (local.set $row4 (i32.add (local.get $row4) (i32.const 16)))
            (local.set $sum5 (i32x4.relaxed_dot_i8x16_i7x16_add_s
              (local.get $number) (v128.load (local.get $row5)) (local.get $sum5)))
            (local.set $row5 (i32.add (local.get $row5) (i32.const 16)))
            (local.set $sum6 (i32x4.relaxed_dot_i8x16_i7x16_add_s
              (local.get $number) (v128.load (local.get $row6)) (local.get $sum6)))
            (local.set $row6 (i32.add (local.get $row6) (i32.const 16)))
            (local.set $sum7 (i32x4.relaxed_dot_i8x16_i7x16_add_s
              (local.get $number) (v128.load (local.get $row7)) (local.get $sum7)))
            (local.set $row7 (i32.add (local.get $row7) (i32.const 16)))
            (br_if $eachStep (i32.lt_u
              (local.tee $column (i32.add (local.get $column) (i32.const 16))) (local.get $columnEnd))))
          (local.set $scale (v128.load (local.get $scales)))
          (local.set $low (call $score
            (call $totals (local.get $sum0) (local.get $sum1) (local.get $sum2) (local.get $sum3))
            (local.get $bias) (local.get $scale) (local.get $unit)))
          (local.set $hits (call $found
            (local.get $low) (local.get $scale) (local.get $slack) (local.get $threshold)))
          (local.set $scale (v128.load offset=16 (local.get $scales)))
          (local.set $high (call $score
            (call $totals (local.get $sum4) (local.get $sum5) (local.get $sum6) (local.get $sum7))
            (local.get $bias) (local.get $scale) (local.get $unit)))
          (local.set $hits (i32.and (local.get $wanted) (i32.or (local.get $hits) (i32.shl
            (call $found (local.get $high) (local.get $scale) (local.get $slack) (local.get $threshold))
            (i32.const 4)))))
          (br_if $skipped (i32.eqz (local.get $hits)))
          (v128.store (local.get $out) (local.get $low))
          (v128.store offset=16 (local.get $out) (local.get $high))
          (loop $eachHit
            (local.set $lane (i32.ctz (local.get $hits)))
            (i32.store (local.get $next) (i32.add (local.get $first) (local.get $lane)))
            (f32.store offset=4 (local.get $next)
              (f32.load (i32.add (local.get $out) (i32.shl (local.get $lane) (i32.const 2)))))
            (local.set $next (i32.add (local.get $next) (i32.const 8)))
            (br_if $eachHit (local.tee $hits
              (i32.and (local.get $hits) (i32.sub (local.get $hits) (i32.const 1)))))))
        (local.set $codes (i32.add (local.get $codes) (local.get $stride)))
        (local.set $scales (i32.add (local.get $scales) (i32.const 32)))
        (local.set $first (i32.add (local.get $first) (i32.const 8)))
        (br $eachGroup)))
    (i32.shr_u (i32.sub (i32.sub (local.get $next) (local.get $out)) (i32.const 32)) (i32.const 3)))

  ;; Scores the rows that are listed at $list, $count numbers of rows in this block, as `scan` does and with its operands.
  (func (export "compare")
    (param $query i32) (param $stride i32) (param $bias i32) (param $unit f32)
    (param $codes i32) (param $walk i32) (param $scales i32) (param $list i32) (param $count i32) (param $first i32)
    (param $slack f32) (param $threshold f32) (param $out i32)
    (result i32)
    (local $end i32) (local $next i32) (local $row i32) (local $at i32) (local $column i32) (local $columnEnd i32)
    (local $sum v128) (local $ahead i32) (local $aheadEnd i32) (local $seen i32) (local $scale f32) (local $score f32)
    (local.set $end (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $ahead (local.get $list))
    (local.set $next (i32.add (local.get $out) (i32.const 32)))
    (local.set $columnEnd (i32.add (local.get $query) (local.get $stride)))
    (block $done
      (loop $eachRow
        (br_if $done (i32.ge_u (local.get $list) (local.get $end)))
        ;; Touches the cache lines of the next 8 rows, so that memory answers for all at once.
        (if (i32.eq (local.get $list) (local.get $ahead))
          (then
            (local.set $aheadEnd (i32.add (local.get $ahead) (i32.const 32)))
            (if (i32.gt_u (local.get $aheadEnd) (local.get $end)) (then (local.set $aheadEnd (local.get $end))))
            (loop $eachAhead
              (local.set $row (i32.load (local.get $ahead)))
              (local.set $at (i32.add (local.get $codes) (i32.add
                (i32.mul (i32.and (local.get $row) (i32.const 7)) (local.get $walk))
                (i32.mul (i32.shr_u (local.get $row) (i32.const 3)) (local.get $stride)))))
              (local.set $column (i32.add (local.get $at) (local.get $stride)))
              (loop $eachLine
                (local.set $seen (i32.xor (local.get $seen) (i32.load (local.get $at))))
                (br_if $eachLine (i32.lt_u
                  (local.tee $at (i32.add (local.get $at) (i32.const 64))) (local.get $column))))
              (br_if $eachAhead (i32.lt_u
                (local.tee $ahead (i32.add (local.get $ahead) (i32.const 4))) (local.get $aheadEnd))))
            (i32.store (local.get $out) (local.get $seen))))
        (local.set $row (i32.load (local.get $list)))
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (local.set $at (i32.add (local.get $codes) (i32.add
          (i32.mul (i32.and (local.get $row) (i32.const 7)) (local.get $walk))
          (i32.mul (i32.shr_u (local.get $row) (i32.const 3)) (local.get $stride)))))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $column (local.get $query))
        (loop $eachStep
          (local.set $sum (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load (local.get $column)) (v128.load (local.get $at)) (local.get $sum)))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $eachStep (i32.lt_u
            (local.tee $column (i32.add (local.get $column) (i32.const 16))) (local.get $columnEnd))))
        (local.set $sum (i32x4.add (local.get $sum)
          (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $sum) (local.get $sum))))
        (local.set $scale (f32.load (i32.add (local.get $scales) (i32.shl (local.get $row) (i32.const 2)))))
        (local.set $score (f32.mul
          (f32.mul
            (f32.convert_i32_s (i32.sub
              (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
              (local.get $bias)))
            (local.get $scale))
          (local.get $unit)))
        (i32.store (local.get $next) (i32.add (local.get $first) (local.get $row)))
        (f32.store offset=4 (local.get $next) (local.get $score))
        ;; Without a branch, which would stop reading ahead.
        (local.set $next (i32.add (local.get $next) (i32.shl
          (f32.ge
            (f32.add (local.get $score) (f32.mul (local.get $slack) (local.get $scale)))
            (local.get $threshold))
          (i32.const 3))))
        (br $eachRow)))
    (i32.shr_u (i32.sub (i32.sub (local.get $next) (local.get $out)) (i32.const 32)) (i32.const 3)))

  ;; Rotates $stride numbers, a multiple of 16, by the same random rotation for all: in each round signs flip where $flips
  ;; has a sign, $stride words a round, then a Walsh-Hadamard transform mixes as many numbers as the largest power of two
  ;; that fits: two rounds if these are all, else four, of the first and of the last numbers in turn. $shrink is 1 by the root of
  ;; this power.
  (func $rotate (export "rotate") (param $values i32) (param $stride i32) (param $flips i32) (param $shrink f32)
    (local $mixed i32) (local $end i32) (local $at i32) (local $from i32) (local $rounds i32)
    (local.set $mixed (i32.shl (i32.const 4) (i32.sub (i32.const 31) (i32.clz (local.get $stride)))))
    (local.set $end (i32.add (local.get $values) (i32.shl (local.get $stride) (i32.const 2))))
    (local.set $from (local.get $values))
    (local.set $rounds (select (i32.const 2) (i32.const 4)
      (i32.eq (i32.add (local.get $values) (local.get $mixed)) (local.get $end))))
    (loop $eachRound
      (local.set $at (local.get $values))
      (loop $eachQuad
        (v128.store (local.get $at) (v128.xor (v128.load (local.get $at)) (v128.load (local.get $flips))))
        (local.set $flips (i32.add (local.get $flips) (i32.const 16)))
        (br_if $eachQuad (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
      (call $mix (local.get $from) (local.get $mixed) (local.get $shrink))
      ;; The first and the last numbers in turn.
      (local.set $from (i32.sub (i32.sub (i32.add (local.get $values) (local.get $end)) (local.get $mixed)) (local.get $from)))
      (br_if $eachRound (local.tee $rounds (i32.sub (local.get $rounds) (i32.const 1))))))

  ;; The Walsh-Hadamard transform of $size bytes of float32, a power of two from 64 on, times $shrink.
  (func $mix (param $values i32) (param $size i32) (param $shrink f32)
    (local $end i32) (local $at i32) (local $run i32) (local $runEnd i32) (local $apart i32) (local $v v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $end (i32.add (local.get $values) (local.get $size)))
    (local.set $at (local.get $values))
    (loop $eachQuad
      (local.set $v (f32x4.mul (v128.load (local.get $at)) (f32x4.splat (local.get $shrink))))
      (local.set $v (f32x4.add
        (i8x16.shuffle 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11 (local.get $v) (local.get $v))
        (v128.xor (local.get $v) (v128.const i32x4 0 0x80000000 0 0x80000000))))
      (v128.store (local.get $at) (f32x4.add
        (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $v) (local.get $v))
        (v128.xor (local.get $v) (v128.const i32x4 0 0 0x80000000 0x80000000))))
      (br_if $eachQuad (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
    ;; Two stages at once while two are left.
    (local.set $apart (i32.const 16))
    (loop $eachPair
      (local.set $run (local.get $values))
      (loop $eachRun
        (local.set $at (local.get $run))
        (local.set $runEnd (i32.add (local.get $run) (local.get $apart)))
        (loop $eachFour
          (local.set $a (v128.load (local.get $at)))
          (local.set $b (v128.load (i32.add (local.get $at) (local.get $apart))))
          (local.set $c (v128.load (i32.add (local.get $at) (i32.shl (local.get $apart) (i32.const 1)))))
          (local.set $d (v128.load (i32.add (local.get $at) (i32.mul (local.get $apart) (i32.const 3)))))
          (local.set $v (f32x4.add (local.get $a) (local.get $b)))
          (local.set $b (f32x4.sub (local.get $a) (local.get $b)))
          (local.set $a (f32x4.add (local.get $c) (local.get $d)))
          (local.set $d (f32x4.sub (local.get $c) (local.get $d)))
          (v128.store (local.get $at) (f32x4.add (local.get $v) (local.get $a)))
          (v128.store (i32.add (local.get $at) (local.get $apart)) (f32x4.add (local.get $b) (local.get $d)))
          (v128.store (i32.add (local.get $at) (i32.shl (local.get $apart) (i32.const 1)))
            (f32x4.sub (local.get $v) (local.get $a)))
          (v128.store (i32.add (local.get $at) (i32.mul (local.get $apart) (i32.const 3)))
            (f32x4.sub (local.get $b) (local.get $d)))
          (br_if $eachFour (i32.lt_u
            (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $runEnd))))
        (br_if $eachRun (i32.lt_u
          (local.tee $run (i32.add (local.get $run) (i32.shl (local.get $apart) (i32.const 2)))) (local.get $end))))
      (local.set $apart (i32.shl (local.get $apart) (i32.const 2)))
      (br_if $eachPair (i32.le_u (i32.shl (local.get $apart) (i32.const 2)) (local.get $size))))
    (if (i32.lt_u (local.get $apart) (local.get $size))
      (then
        (local.set $at (local.get $values))
        (local.set $runEnd (i32.add (local.get $at) (local.get $apart)))
        (loop $eachTwo
          (local.set $a (v128.load (local.get $at)))
          (local.set $b (v128.load (i32.add (local.get $at) (local.get $apart))))
          (v128.store (local.get $at) (f32x4.add (local.get $a) (local.get $b)))
          (v128.store (i32.add (local.get $at) (local.get $apart)) (f32x4.sub (local.get $a) (local.get $b)))
          (br_if $eachTwo (i32.lt_u
            (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $runEnd)))))))

  ;; Writes the signs of rows $row to $rowEnd - 1 of a block, rotated and less the numbers at $centre, into groups of 32
  ;; rows. $values is room for $stride numbers. A group has 16 bytes for each four numbers, four bits a row, of rows 0,
  ;; 8, 1, 9 and so on in the low halves of bytes, of rows 16, 24, 17, 25 and so on in the high ones; then for each row four
  ;; float32, each in an array of 32: its squares by the sum of its absolute values, its product with the centre, its
  ;; squares, and the estimate of the last query, infinite at first. The first is NaN if the row is no vector.
  (func (export "sign")
    (param $codes i32) (param $walk i32) (param $scales i32) (param $stride i32) (param $values i32) (param $flips i32)
    (param $shrink f32) (param $centre i32) (param $groups i32) (param $row i32) (param $rowEnd i32)
    (block $done
      (loop $eachRow
        (br_if $done (i32.ge_u (local.get $row) (local.get $rowEnd)))
        (call $signRow
          (i32.add (local.get $codes) (i32.add
            (i32.mul (i32.and (local.get $row) (i32.const 7)) (local.get $walk))
            (i32.mul (i32.shr_u (local.get $row) (i32.const 3)) (local.get $stride))))
          (i32.add (local.get $scales) (i32.shl (local.get $row) (i32.const 2)))
          (local.get $stride) (local.get $values) (local.get $flips) (local.get $shrink) (local.get $centre)
          (i32.add (local.get $groups) (i32.mul
            (i32.shr_u (local.get $row) (i32.const 5))
            (i32.add (i32.shl (local.get $stride) (i32.const 2)) (i32.const 512))))
          (i32.and (local.get $row) (i32.const 31)))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $eachRow))))

  (func $signRow
    (param $codes i32) (param $scale i32) (param $stride i32) (param $values i32) (param $flips i32) (param $shrink f32)
    (param $centre i32) (param $group i32) (param $row i32)
    (local $at i32) (local $end i32) (local $place i32) (local $shift i32) (local $traits i32)
    (local $step v128) (local $v v128) (local $sizes v128) (local $squares v128) (local $products v128)
    (local $size f32) (local $square f32)
    (local.set $traits (i32.add (local.get $group) (i32.add
      (i32.shl (local.get $stride) (i32.const 2)) (i32.shl (local.get $row) (i32.const 2)))))
    (f32.store (local.get $traits) (f32.const nan))
    (local.set $step (v128.load32_splat (local.get $scale)))
    (if (f32.ne (f32x4.extract_lane 0 (local.get $step)) (f32x4.extract_lane 0 (local.get $step)))
      (then (return)))
    (local.set $at (local.get $values))
    (local.set $end (i32.add (local.get $values) (i32.shl (local.get $stride) (i32.const 2))))
    (loop $eachRun
      (local.set $v (i8x16.sub (v128.load (local.get $codes))
        (v128.const i32x4 0x40404040 0x40404040 0x40404040 0x40404040)))
      (local.set $sizes (i16x8.extend_low_i8x16_s (local.get $v)))
      (local.set $squares (i16x8.extend_high_i8x16_s (local.get $v)))
      (v128.store (local.get $at) (call $decoded (i32x4.extend_low_i16x8_s (local.get $sizes)) (local.get $step)))
      (v128.store offset=16 (local.get $at)
        (call $decoded (i32x4.extend_high_i16x8_s (local.get $sizes)) (local.get $step)))
      (v128.store offset=32 (local.get $at)
        (call $decoded (i32x4.extend_low_i16x8_s (local.get $squares)) (local.get $step)))
      (v128.store offset=48 (local.get $at)
        (call $decoded (i32x4.extend_high_i16x8_s (local.get $squares)) (local.get $step)))
      (local.set $codes (i32.add (local.get $codes) (i32.const 16)))
      (br_if $eachRun (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 64))) (local.get $end))))
    (call $rotate (local.get $values) (local.get $stride) (local.get $flips) (local.get $shrink))
    (local.set $sizes (v128.const i32x4 0 0 0 0))
    (local.set $squares (v128.const i32x4 0 0 0 0))
    (local.set $shift (i32.shl (i32.shr_u (local.get $row) (i32.const 4)) (i32.const 2)))
    (local.set $place (i32.add (local.get $group) (i32.or
      (i32.shl (i32.and (local.get $row) (i32.const 7)) (i32.const 1))
      (i32.and (i32.shr_u (local.get $row) (i32.const 3)) (i32.const 1)))))
    (local.set $at (local.get $values))
    (loop $eachQuad
      (local.set $v (f32x4.sub (v128.load (local.get $at)) (v128.load (local.get $centre))))
      (local.set $sizes (f32x4.add (local.get $sizes) (f32x4.abs (local.get $v))))
      (local.set $squares (f32x4.add (local.get $squares) (f32x4.mul (local.get $v) (local.get $v))))
      (local.set $products (f32x4.add (local.get $products)
        (f32x4.mul (local.get $v) (v128.load (local.get $centre)))))
      (i32.store8 (local.get $place) (i32.or
        (i32.and (i32.load8_u (local.get $place)) (i32.shl (i32.const 15) (i32.sub (i32.const 4) (local.get $shift))))
        (i32.shl
          (i32x4.bitmask (f32x4.ge (local.get $v) (v128.const i32x4 0 0 0 0)))
          (local.get $shift))))
      (local.set $place (i32.add (local.get $place) (i32.const 16)))
      (local.set $centre (i32.add (local.get $centre) (i32.const 16)))
      (br_if $eachQuad (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
    (local.set $size (call $lanes (local.get $sizes)))
    (local.set $square (call $lanes (local.get $squares)))
    (f32.store (local.get $traits)
      (select (f32.div (local.get $square) (local.get $size)) (f32.const 0) (f32.gt (local.get $size) (f32.const 0))))
    (f32.store offset=128 (local.get $traits) (call $lanes (local.get $products)))
    (f32.store offset=256 (local.get $traits) (f32.max (local.get $square) (f32.const 0x1p-100)))
    (f32.store offset=384 (local.get $traits) (f32.const inf)))

  (func $decoded (param $codes v128) (param $step v128) (result v128)
    (f32x4.mul (f32x4.convert_i32x4_s (local.get $codes)) (local.get $step)))

  (func $lanes (param $v v128) (result f32)
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $v)) (f32x4.extract_lane 1 (local.get $v)))
      (f32.add (f32x4.extract_lane 2 (local.get $v)) (f32x4.extract_lane 3 (local.get $v)))))

  ;; Estimates the products of rows of $groups groups of 32 with a query by their signs, and lists the numbers of rows whose
  ;; estimate is at least $need to $out. Returns how many. The table has 16 bytes for each four numbers of the query,
  ;; rotated and less the centre: their sum under each choice of signs, in steps of $unit, all together $bias too
  ;; much. Groups whose bits at $mask are zero are left out, and of others only rows whose bit is set are listed; without a
  ;; mask $mask is 0.
  (func (export "estimate")
    (param $table i32) (param $stride i32) (param $unit f32) (param $bias f32)
    (param $group i32) (param $groups i32) (param $mask i32)
    (param $need f32) (param $out i32)
    (result i32)
    (local $next i32) (local $first i32) (local $wanted i32) (local $hits i32) (local $at i32) (local $end i32)
    (local $column i32) (local $one v128) (local $two v128) (local $low v128) (local $high v128)
    (local $sum v128) (local $a v128) (local $aHigh v128) (local $b v128) (local $bHigh v128)
    (local.set $next (local.get $out))
    (local.set $wanted (i32.const -1))
    (local.set $bias (f32.mul (local.get $bias) (local.get $unit)))
    (local.set $groups (i32.shl (local.get $groups) (i32.const 5)))
    (block $done
      (loop $eachGroup
        (br_if $done (i32.ge_u (local.get $first) (local.get $groups)))
        (local.set $end (i32.add (local.get $group) (i32.shl (local.get $stride) (i32.const 2))))
        (block $skipped
          (if (local.get $mask)
            (then
              (local.set $wanted (i32.load align=1 (local.get $mask)))
              (local.set $mask (i32.add (local.get $mask) (i32.const 4)))
              (br_if $skipped (i32.eqz (local.get $wanted)))))
          (local.set $a (v128.const i32x4 0 0 0 0))
          (local.set $aHigh (v128.const i32x4 0 0 0 0))
          (local.set $b (v128.const i32x4 0 0 0 0))
          (local.set $bHigh (v128.const i32x4 0 0 0 0))
          (local.set $at (local.get $group))
          (local.set $column (local.get $table))
          (loop $eachStep
            (local.set $one (v128.load (local.get $at)))
            (local.set $two (v128.load offset=16 (local.get $at)))
            (local.set $low (v128.load (local.get $column)))
            (local.set $high (v128.load offset=16 (local.get $column)))
            (local.set $column (i32.add (local.get $column) (i32.const 32)))
            ;; Two sums of a byte each, at most 252, then widened: odd bytes apart.
            (local.set $sum (i8x16.add
              (i8x16.relaxed_swizzle (local.get $low) (v128.and (local.get $one) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
              (i8x16.relaxed_swizzle (local.get $high) (v128.and (local.get $two) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))))
            (local.set $a (i16x8.add (local.get $a) (local.get $sum)))
            (local.set $aHigh (i16x8.add (local.get $aHigh) (i16x8.shr_u (local.get $sum) (i32.const 8))))
            (local.set $sum (i8x16.add
              (i8x16.relaxed_swizzle (local.get $low)
                (v128.and (i16x8.shr_u (local.get $one) (i32.const 4)) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
              (i8x16.relaxed_swizzle (local.get $high)
                (v128.and (i16x8.shr_u (local.get $two) (i32.const 4)) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))))
            (local.set $b (i16x8.add (local.get $b) (local.get $sum)))
            (local.set $bHigh (i16x8.add (local.get $bHigh) (i16x8.shr_u (local.get $sum) (i32.const 8))))
            (local.set $at (i32.add (local.get $at) (i32.const 32)))
            (br_if $eachStep (i32.lt_u (local.get $at) (local.get $end))))
          (local.set $a (i16x8.sub (local.get $a) (i16x8.shl (local.get $aHigh) (i32.const 8))))
          (local.set $b (i16x8.sub (local.get $b) (i16x8.shl (local.get $bHigh) (i32.const 8))))
          (local.set $hits (i32.const 0))
          (local.set $hits (i32.or (local.get $hits) (call $estimated (i32x4.extend_low_i16x8_u (local.get $a)) (i32.add (local.get $end) (i32.const 0))
            (local.get $unit) (local.get $bias) (local.get $need))))
          (local.set $hits (i32.or (local.get $hits) (i32.shl (call $estimated (i32x4.extend_high_i16x8_u (local.get $a)) (i32.add (local.get $end) (i32.const 16))
            (local.get $unit) (local.get $bias) (local.get $need)) (i32.const 4))))
          (local.set $hits (i32.or (local.get $hits) (i32.shl (call $estimated (i32x4.extend_low_i16x8_u (local.get $aHigh)) (i32.add (local.get $end) (i32.const 32))
            (local.get $unit) (local.get $bias) (local.get $need)) (i32.const 8))))
          (local.set $hits (i32.or (local.get $hits) (i32.shl (call $estimated (i32x4.extend_high_i16x8_u (local.get $aHigh)) (i32.add (local.get $end) (i32.const 48))
            (local.get $unit) (local.get $bias) (local.get $need)) (i32.const 12))))
          (local.set $hits (i32.or (local.get $hits) (i32.shl (call $estimated (i32x4.extend_low_i16x8_u (local.get $b)) (i32.add (local.get $end) (i32.const 64))
            (local.get $unit) (local.get $bias) (local.get $need)) (i32.const 16))))
          (local.set $hits (i32.or (local.get $hits) (i32.shl (call $estimated (i32x4.extend_high_i16x8_u (local.get $b)) (i32.add (local.get $end) (i32.const 80))
            (local.get $unit) (local.get $bias) (local.get $need)) (i32.const 20))))
          (local.set $hits (i32.or (local.get $hits) (i32.shl (call $estimated (i32x4.extend_low_i16x8_u (local.get $bHigh)) (i32.add (local.get $end) (i32.const 96))
            (local.get $unit) (local.get $bias) (local.get $need)) (i32.const 24))))
          (local.set $hits (i32.or (local.get $hits) (i32.shl (call $estimated (i32x4.extend_high_i16x8_u (local.get $bHigh)) (i32.add (local.get $end) (i32.const 112))
            (local.get $unit) (local.get $bias) (local.get $need)) (i32.const 28))))
          (local.set $hits (i32.and (local.get $hits) (local.get $wanted)))
          (br_if $skipped (i32.eqz (local.get $hits)))
          (loop $eachHit
            (i32.store (local.get $next) (i32.add (local.get $first) (i32.ctz (local.get $hits))))
            (local.set $next (i32.add (local.get $next) (i32.const 4)))
            (br_if $eachHit (local.tee $hits
              (i32.and (local.get $hits) (i32.sub (local.get $hits) (i32.const 1)))))))
        (local.set $group (i32.add (local.get $end) (i32.const 512)))
        (local.set $first (i32.add (local.get $first) (i32.const 32)))
        (br $eachGroup)))
    (i32.shr_u (i32.sub (local.get $next) (local.get $out)) (i32.const 2)))

  ;; Writes the estimates of four rows behind their traits, and returns a bit for each that is at least $need.
  (func $estimated
    (param $sums v128) (param $traits i32) (param $unit f32) (param $bias f32) (param $need f32) (result i32)
    (local $estimate v128)
    (local.set $estimate (f32x4.add
      (v128.load offset=128 (local.get $traits))
      (f32x4.mul (v128.load (local.get $traits)) (f32x4.sub
        (f32x4.mul (f32x4.convert_i32x4_u (local.get $sums)) (f32x4.splat (local.get $unit)))
        (f32x4.splat (local.get $bias))))))
    (v128.store offset=384 (local.get $traits) (local.get $estimate))
    (i32x4.bitmask (f32x4.ge (local.get $estimate) (f32x4.splat (local.get $need)))))

  ;; Lists rows of $groups groups of 32 whose product with the query of the last estimates can be $need, as `estimate` does.
  ;; Their errors have a known distribution over all rotations: $spread is the square of the number of deviations to allow,
  ;; by one less than the dimensions, $reach the squares of the query, $extra what rounding of the table may cost. No
  ;; row can whose estimate is below $least.
  (func (export "near")
    (param $stride i32) (param $group i32) (param $groups i32) (param $mask i32) (param $least f32)
    (param $need f32) (param $reach f32) (param $spread f32) (param $extra f32) (param $out i32)
    (result i32)
    (local $next i32) (local $first i32) (local $wanted i32) (local $hits i32) (local $at i32)
    (local $best v128) (local $width f32)
    (local.set $next (local.get $out))
    (local.set $wanted (i32.const -1))
    (local.set $width (f32.convert_i32_u (local.get $stride)))
    (local.set $groups (i32.shl (local.get $groups) (i32.const 5)))
    (local.set $at (i32.add (local.get $group) (i32.shl (local.get $stride) (i32.const 2))))
    (block $done
      (loop $eachGroup
        (br_if $done (i32.ge_u (local.get $first) (local.get $groups)))
        (block $skipped
          (if (local.get $mask)
            (then
              (local.set $wanted (i32.load align=1 (local.get $mask)))
              (local.set $mask (i32.add (local.get $mask) (i32.const 4)))
              (br_if $skipped (i32.eqz (local.get $wanted)))))
          ;; Takes the first operand if the other is NaN.
          (local.set $best (f32x4.splat (f32.const -inf)))
          (local.set $best (f32x4.pmax (local.get $best) (v128.load offset=384 (local.get $at))))
          (local.set $best (f32x4.pmax (local.get $best) (v128.load offset=400 (local.get $at))))
          (local.set $best (f32x4.pmax (local.get $best) (v128.load offset=416 (local.get $at))))
          (local.set $best (f32x4.pmax (local.get $best) (v128.load offset=432 (local.get $at))))
          (local.set $best (f32x4.pmax (local.get $best) (v128.load offset=448 (local.get $at))))
          (local.set $best (f32x4.pmax (local.get $best) (v128.load offset=464 (local.get $at))))
          (local.set $best (f32x4.pmax (local.get $best) (v128.load offset=480 (local.get $at))))
          (local.set $best (f32x4.pmax (local.get $best) (v128.load offset=496 (local.get $at))))
          (br_if $skipped (i32.eqz (i32x4.bitmask (f32x4.ge (local.get $best) (f32x4.splat (local.get $least))))))
          (local.set $hits (i32.const 0))
          (local.set $hits (i32.or (local.get $hits) (call $suffice (i32.add (local.get $at) (i32.const 0))
            (local.get $need) (local.get $reach) (local.get $spread) (local.get $extra) (local.get $width))))
          (local.set $hits (i32.or (local.get $hits) (i32.shl (call $suffice (i32.add (local.get $at) (i32.const 16))
            (local.get $need) (local.get $reach) (local.get $spread) (local.get $extra) (local.get $width)) (i32.const 4))))
          (local.set $hits (i32.or (local.get $hits) (i32.shl (call $suffice (i32.add (local.get $at) (i32.const 32))
            (local.get $need) (local.get $reach) (local.get $spread) (local.get $extra) (local.get $width)) (i32.const 8))))
          (local.set $hits (i32.or (local.get $hits) (i32.shl (call $suffice (i32.add (local.get $at) (i32.const 48))
            (local.get $need) (local.get $reach) (local.get $spread) (local.get $extra) (local.get $width)) (i32.const 12))))
          (local.set $hits (i32.or (local.get $hits) (i32.shl (call $suffice (i32.add (local.get $at) (i32.const 64))
            (local.get $need) (local.get $reach) (local.get $spread) (local.get $extra) (local.get $width)) (i32.const 16))))
          (local.set $hits (i32.or (local.get $hits) (i32.shl (call $suffice (i32.add (local.get $at) (i32.const 80))
            (local.get $need) (local.get $reach) (local.get $spread) (local.get $extra) (local.get $width)) (i32.const 20))))
          (local.set $hits (i32.or (local.get $hits) (i32.shl (call $suffice (i32.add (local.get $at) (i32.const 96))
            (local.get $need) (local.get $reach) (local.get $spread) (local.get $extra) (local.get $width)) (i32.const 24))))
          (local.set $hits (i32.or (local.get $hits) (i32.shl (call $suffice (i32.add (local.get $at) (i32.const 112))
            (local.get $need) (local.get $reach) (local.get $spread) (local.get $extra) (local.get $width)) (i32.const 28))))
          (local.set $hits (i32.and (local.get $hits) (local.get $wanted)))
          (br_if $skipped (i32.eqz (local.get $hits)))
          (loop $eachHit
            (i32.store (local.get $next) (i32.add (local.get $first) (i32.ctz (local.get $hits))))
            (local.set $next (i32.add (local.get $next) (i32.const 4)))
            (br_if $eachHit (local.tee $hits
              (i32.and (local.get $hits) (i32.sub (local.get $hits) (i32.const 1)))))))
        (local.set $at (i32.add (local.get $at) (i32.add (i32.shl (local.get $stride) (i32.const 2)) (i32.const 512))))
        (local.set $first (i32.add (local.get $first) (i32.const 32)))
        (br $eachGroup)))
    (i32.shr_u (i32.sub (local.get $next) (local.get $out)) (i32.const 2)))

  ;; A bit for each of four rows that can have the product that is needed, by what is at $traits.
  (func $suffice
    (param $traits i32) (param $need f32) (param $reach f32) (param $spread f32) (param $extra f32) (param $width f32)
    (result i32)
    (local $factor v128) (local $squares v128) (local $positive v128)
    (local.set $factor (v128.load (local.get $traits)))
    (local.set $squares (v128.load offset=256 (local.get $traits)))
    (local.set $positive (f32x4.max
      (f32x4.sub (f32x4.splat (local.get $need)) (v128.load offset=128 (local.get $traits)))
      (v128.const i32x4 0 0 0 0)))
    ;; How far a row that has just this product can lie across the query and across its signs.
    (i32x4.bitmask (f32x4.ge
      (f32x4.add
        (v128.load offset=384 (local.get $traits))
        (f32x4.add
          (f32x4.mul (local.get $factor) (f32x4.splat (local.get $extra)))
          (f32x4.sqrt (f32x4.mul
            (f32x4.mul
              (f32x4.max (v128.const i32x4 0 0 0 0) (f32x4.sub (f32x4.splat (local.get $reach))
                (f32x4.div (f32x4.mul (local.get $positive) (local.get $positive)) (local.get $squares))))
              (f32x4.splat (local.get $spread)))
            (f32x4.max (v128.const i32x4 0 0 0 0) (f32x4.sub
              (f32x4.mul (f32x4.mul (local.get $factor) (local.get $factor)) (f32x4.splat (local.get $width)))
              (local.get $squares)))))))
      (f32x4.splat (local.get $need)))))

  ;; The sums of the four numbers of each operand.
  (func $totals (param $a v128) (param $b v128) (param $c v128) (param $d v128) (result v128)
    (call $pairs
      (call $pairs (local.get $a) (local.get $b))
      (call $pairs (local.get $c) (local.get $d))))

  ;; The sums of neighbours, first of the one operand, then of the other.
  (func $pairs (param $a v128) (param $b v128) (result v128)
    (i32x4.add
      (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $a) (local.get $b))
      (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $a) (local.get $b))))

  ;; The dot products of values: those of codes, less $bias, times both scales.
  (func $score (param $totals v128) (param $bias i32) (param $scale v128) (param $unit f32) (result v128)
    (f32x4.mul
      (f32x4.mul
        (f32x4.convert_i32x4_s (i32x4.sub (local.get $totals) (i32x4.splat (local.get $bias))))
        (local.get $scale))
      (f32x4.splat (local.get $unit))))

  ;; One bit for each score that comes up to the threshold.
  (func $found (param $score v128) (param $scale v128) (param $slack f32) (param $threshold f32) (result i32)
    (i32x4.bitmask (f32x4.ge
      (f32x4.add (local.get $score) (f32x4.mul (f32x4.splat (local.get $slack)) (local.get $scale)))
      (f32x4.splat (local.get $threshold))))))
