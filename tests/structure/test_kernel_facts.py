#!/usr/bin/env python3
"""Protects packaging/kernel_facts: counts, chains and groups of loads of a kernel that is written here by hand."""
import importlib.machinery
import importlib.util
import pathlib
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "packaging" / "kernel_facts"
loader = importlib.machinery.SourceFileLoader("kernel_facts", str(SCRIPT))
facts = importlib.util.module_from_spec(importlib.util.spec_from_loader("kernel_facts", loader))
loader.exec_module(facts)

HEAD = "arch = {}\n\t\tFunction : naive_kernelILi1E\n"
LINES = """
        /*0000*/                   S2R R0, SR_TID.X ;                 /* 0x00 */
                                                                      /* 0x01 */
        /*0010*/                   ISETP.GE.AND P0, PT, R0, 0x8, PT ; /* 0x02 */
        /*0020*/               @P0 EXIT ;                             /* 0x03 */
        /*0030*/                   IMAD.WIDE R2, R0, 0x4, R8 ;        /* 0x04 */
        /*0040*/                   LDG.E R4, desc[UR4][R2.64] ;       /* 0x05 */
        /*0050*/                   LDG.E R5, desc[UR4][R2.64+0x4] ;   /* 0x06 */
        /*0060*/                   FADD R6, R4, R5 ;                  /* 0x07 */
        /*0070*/                   LDG.E R7, desc[UR4][R2.64+0x8] ;   /* 0x08 */
        /*0080*/                   FFMA R6, R7, R7, R6 ;              /* 0x09 */
        /*0090*/                   STG.E desc[UR4][R2.64], R6 ;       /* 0x0a */
        /*00a0*/                   EXIT ;                             /* 0x0b */
        /*00b0*/                   BRA 0xb0;                          /* 0x0c */
"""


class KernelFacts(unittest.TestCase):
    def way(self):
        return facts.kernels(HEAD.format("sm_90") + LINES, "sm_90")["naive_kernelILi1E"]

    def test_counts(self):
        found = facts.facts_of(2, self.way(), 8)
        self.assertEqual({k: found[k] for k in ("floats", "integers", "others", "controls", "loads", "stores")},
                         {"floats": 2, "integers": 2, "others": 1, "controls": 2, "loads": 3, "stores": 1})
        self.assertEqual(found["basic_blocks"], 2)
        self.assertEqual(found["before_first_load"], 4)

    def test_chains(self):
        blocks = facts.basic_blocks(facts.on_the_way(self.way()))
        # S2R, ISETP, EXIT; then IMAD, LDG, FADD, FFMA, STG.
        self.assertEqual([facts.longest_chain(b) for b in blocks], [3, 5])

    def test_groups_of_loads(self):
        # Two before FADD, one before FFMA.
        self.assertEqual(facts.load_groups(self.way()), 2)
        self.assertEqual(facts.facts_of(2, self.way(), 8)["mlp"], 1.5)

    def test_another_architecture_is_left_out(self):
        self.assertEqual(facts.kernels(HEAD.format("sm_80") + LINES, "sm_90"), {})

    def test_an_address_is_two_registers(self):
        load = facts.Instruction(0, None, "LDG.E", "R4, desc[UR4][R2.64+0x4]")
        self.assertIn(("R", 3), load.uses)
        self.assertEqual(load.defines, {("R", 4)})
        wide = facts.Instruction(0, None, "IMAD.WIDE", "R2, R0.reuse, 0x4, R8")
        self.assertEqual(wide.defines, {("R", 2), ("R", 3)})
        self.assertTrue({("R", 0), ("R", 8), ("R", 9)} <= wide.uses)

    def test_registers(self):
        told = ("ptxas info    : Compiling entry function '_Z12naive_kernelILi4EEvPKf' for 'sm_90'\n"
                "ptxas info    : Function properties for x\nptxas info    : Used 32 registers, 620 bytes cmem[0]\n")
        self.assertEqual(facts.registers_told(told), {8: 32})
        self.assertEqual(facts.registers_of_table(facts.TABLE.read_text("utf-8")).keys(), {2, 4, 8, 16})


if __name__ == "__main__":
    unittest.main()
