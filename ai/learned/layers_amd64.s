#include "textflag.h"

// These functions use SSE2, which every amd64 processor has. They do the operations of layers.go on
// four numbers at once, in the same order.

// BITS shifts a mask of the 16 features at off(SI) that are not 0 into R8. X0 is 0.
#define BITS(off) \
	MOVUPS off(SI), X1; CMPPS X0, X1, $4; \
	MOVUPS (off+16)(SI), X2; CMPPS X0, X2, $4; \
	MOVUPS (off+32)(SI), X3; CMPPS X0, X3, $4; \
	MOVUPS (off+48)(SI), X4; CMPPS X0, X4, $4; \
	PACKSSLW X2, X1; PACKSSLW X4, X3; PACKSSWB X3, X1; \
	PMOVMSKB X1, AX; SHLQ $16, R8; ORQ AX, R8

// func collectBlock(to *input, features *[block]float32, row int) (n int)
TEXT ·collectBlock(SB), NOSPLIT, $0-32
	MOVQ to+0(FP), DI
	MOVQ features+8(FP), SI
	MOVQ row+16(FP), CX
	MOVQ DI, DX
	XORPS X0, X0
	XORQ R8, R8
	BITS(192)
	BITS(128)
	BITS(64)
	BITS(0)
	TESTQ R8, R8
	JZ done
next:
	BSFQ R8, R9
	MOVL (SI)(R9*4), R10
	SHLQ $5, R9 // Hidden1 is 32
	ADDQ CX, R9
	MOVL R9, (DI)
	MOVL R10, 4(DI)
	ADDQ $8, DI
	LEAQ -1(R8), R10
	ANDQ R10, R8
	JNZ next
done:
	SUBQ DX, DI
	SHRQ $3, DI
	MOVQ DI, n+24(FP)
	RET

// ROWS adds four weighted rows at off to sum.
#define ROWS(off, sum) \
	MOVUPS off(R8), X12; MULPS X8, X12; \
	MOVUPS off(R9), X13; MULPS X9, X13; ADDPS X13, X12; \
	MOVUPS off(R10), X14; MULPS X10, X14; ADDPS X14, X12; \
	MOVUPS off(R11), X15; MULPS X11, X15; ADDPS X15, X12; \
	ADDPS X12, sum

// INPUT loads the row of the input at off(BX) and spreads its value.
#define INPUT(off, row, value) \
	MOVLQSX off(BX), row; LEAQ (SI)(row*4), row; \
	MOVSS (off+4)(BX), value; SHUFPS $0, value, value

// RELU replaces negative numbers and -0 by 0, and stores. zero is 0.
#define RELU(sum, zero, temp, to) \
	MOVAPS zero, temp; MAXPS sum, temp; ADDPS zero, temp; MOVUPS temp, to

// func sumFirst(sums *[Hidden1]float32, weights []float32, in []input)
TEXT ·sumFirst(SB), NOSPLIT, $0-56
	MOVQ sums+0(FP), DI
	MOVQ weights_base+8(FP), SI
	MOVQ in_base+32(FP), BX
	MOVQ in_len+40(FP), CX
	SHRQ $2, CX
	MOVUPS 0(DI), X0
	MOVUPS 16(DI), X1
	MOVUPS 32(DI), X2
	MOVUPS 48(DI), X3
	MOVUPS 64(DI), X4
	MOVUPS 80(DI), X5
	MOVUPS 96(DI), X6
	MOVUPS 112(DI), X7
	JZ relu
quad:
	INPUT(0, R8, X8)
	INPUT(8, R9, X9)
	INPUT(16, R10, X10)
	INPUT(24, R11, X11)
	ROWS(0, X0)
	ROWS(16, X1)
	ROWS(32, X2)
	ROWS(48, X3)
	ROWS(64, X4)
	ROWS(80, X5)
	ROWS(96, X6)
	ROWS(112, X7)
	ADDQ $32, BX
	DECQ CX
	JNZ quad
relu:
	XORPS X8, X8
	RELU(X0, X8, X9, 0(DI))
	RELU(X1, X8, X9, 16(DI))
	RELU(X2, X8, X9, 32(DI))
	RELU(X3, X8, X9, 48(DI))
	RELU(X4, X8, X9, 64(DI))
	RELU(X5, X8, X9, 80(DI))
	RELU(X6, X8, X9, 96(DI))
	RELU(X7, X8, X9, 112(DI))
	RET

// PAIR adds two weighted rows at off to sum.
#define PAIR(off, sum) \
	MOVUPS off(SI), X6; MULPS X4, X6; \
	MOVUPS (off+64)(SI), X7; MULPS X5, X7; \
	ADDPS X7, X6; ADDPS X6, sum

// func sumSecond(sums *[Hidden2]float32, weights *[Hidden1 * Hidden2]float32, first *[Hidden1]float32)
TEXT ·sumSecond(SB), NOSPLIT, $0-24
	MOVQ sums+0(FP), DI
	MOVQ weights+8(FP), SI
	MOVQ first+16(FP), BX
	MOVUPS 0(DI), X0
	MOVUPS 16(DI), X1
	MOVUPS 32(DI), X2
	MOVUPS 48(DI), X3
	MOVQ $16, CX
pair:
	MOVSS 0(BX), X4
	SHUFPS $0, X4, X4
	MOVSS 4(BX), X5
	SHUFPS $0, X5, X5
	PAIR(0, X0)
	PAIR(16, X1)
	PAIR(32, X2)
	PAIR(48, X3)
	ADDQ $8, BX
	ADDQ $128, SI
	DECQ CX
	JNZ pair
	XORPS X4, X4
	RELU(X0, X4, X5, 0(DI))
	RELU(X1, X4, X5, 16(DI))
	RELU(X2, X4, X5, 32(DI))
	RELU(X3, X4, X5, 48(DI))
	RET
