// The file named by TYPEFORMER_PRONOUNCE_WEIGHTS, byte for byte, and its length; nothing where none is named.
    .section .rodata.typeformer_pronounce, "a", %progbits

    .hidden typeformer_pronounce_bytes
    .globl typeformer_pronounce_bytes
    .type typeformer_pronounce_bytes, %object
    .balign 64
typeformer_pronounce_bytes:
#ifdef TYPEFORMER_PRONOUNCE_WEIGHTS
    .incbin TYPEFORMER_PRONOUNCE_WEIGHTS
#endif
.Lend:
    .size typeformer_pronounce_bytes, .Lend - typeformer_pronounce_bytes

    .hidden typeformer_pronounce_length
    .globl typeformer_pronounce_length
    .type typeformer_pronounce_length, %object
    .balign 8
typeformer_pronounce_length:
    .quad .Lend - typeformer_pronounce_bytes
    .size typeformer_pronounce_length, 8

    // Without this the linker would make the program's stack executable.
    .section .note.GNU-stack, "", %progbits
